"""How does the page look, from the file that is dropped to the answer?

`show` draws it with Streamlit, which runs it again after every click. It decides nothing: what is
chosen becomes `Choices`, and what is found comes from a `Desk`.
"""
