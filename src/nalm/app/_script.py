"""What Streamlit runs: ``streamlit run`` needs a file."""

from nalm.app._view._page import show

if __name__ == "__main__":  # as Streamlit calls it
    show()
