"""A network that can be cut."""

import socket
import threading
from contextlib import suppress


class Network:
    """Pass bytes on between whoever connects and one address; `cut` holds everything back."""

    def __init__(self, port):
        self._port = port
        self._open = threading.Event()
        self._open.set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"tcp://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        self._open.clear()

    def mend(self):
        self._open.set()

    def close(self):
        self.mend()
        self._listener.close()

    def _accept(self):
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._port))
                for pair in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=pair, daemon=True).start()

    def _pass(self, source, target):
        with suppress(OSError):
            while data := source.recv(65536):
                self._open.wait()
                target.sendall(data)
        for each in (source, target):
            with suppress(OSError):
                each.close()
