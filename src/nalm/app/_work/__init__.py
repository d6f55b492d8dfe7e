"""Who does the work that a page asks for, and how does the page hear of it?

A `Question` goes to a process of its own (`Job`), which sends `Event`s and leaves files in a
folder; `State` is what is known so far, `Answer` what the files say. Nothing here knows the page.
"""
