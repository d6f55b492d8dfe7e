from streamlit.testing.v1 import AppTest


def test_a_table_is_shown():
    def script():
        from nalm.app._view._tables import show_table

        show_table([{"a": 1, "b": "x"}], height=80)

    page = AppTest.from_function(script).run()
    assert page.dataframe[0].value.to_dict("list") == {"a": [1], "b": ["x"]}
