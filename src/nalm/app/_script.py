"""What Streamlit runs: ``streamlit run`` needs a file."""

from nalm.app._view._page import show

show()
