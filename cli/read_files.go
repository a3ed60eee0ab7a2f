package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"memoir/cli/terminal"
	"memoir/memory"
)

// upload is a file named on the command line.
type upload struct {
	name string
	data []byte
}

// maxUploadBytes is the size of the largest document that the core takes.
const maxUploadBytes = 64 << 20

// checkAndReadFiles reads every file before anything is changed. Type and size are checked first: a
// device never ends, a pipe may never begin.
func checkAndReadFiles(paths []string) ([]upload, error) {
	out := make([]upload, 0, len(paths))
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil {
			if err := checkIsRegularFileWithinLimit(p, info); err != nil {
				return nil, err
			}
		}
		b, err := readFileWithinTimeLimit(p)
		switch {
		case os.IsNotExist(err):
			return nil, &failure{code: exitNotFound, title: "There is no file " + p + ".", cause: err}
		case errors.Is(err, os.ErrDeadlineExceeded):
			return nil, &failure{
				code: exitFailed, title: p + " timed out.", hint: "Save the part you need to a file first.", cause: err,
			}
		case err != nil:
			return nil, &failure{
				code: exitFailed, title: p + " can't be read.", hint: "Check the file's permissions.", cause: err,
			}
		}
		out = append(out, upload{name: p, data: b})
	}
	return out, nil
}

// maxFileWait bounds how long a read may wait for more of a file that the system makes up, such as
// /proc/kmsg. Files on a disk have no such limit.
const maxFileWait = 3 * time.Second

func readFileWithinTimeLimit(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readToEndWithinTimeAndSize(f, maxFileWait)
}

// readToEndWithinTimeAndSize reads a file, for at most the given time if reads of it can wait: else
// it fails with os.ErrDeadlineExceeded. More than maxUploadBytes is not read.
func readToEndWithinTimeAndSize(f *os.File, limit time.Duration) ([]byte, error) {
	if err := f.SetReadDeadline(time.Now().Add(limit)); err != nil && !errors.Is(err, os.ErrNoDeadline) {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(f, maxUploadBytes+1))
}

// checkIsRegularFileWithinLimit refuses what is no regular file or too large.
func checkIsRegularFileWithinLimit(path string, info os.FileInfo) error {
	switch {
	case info.IsDir():
		return &failure{code: exitUsage, title: path + " is a folder.", hint: "Name individual files instead."}
	case !info.Mode().IsRegular():
		return &failure{
			code: exitUsage, title: path + " isn't a file that can be read as text.",
			hint: "Save the text to a file first, or send it as the message on standard input.",
		}
	case info.Size() > maxUploadBytes:
		return &failure{
			code: exitUsage, hint: "Split the file, or add only the part you need.",
			title: fmt.Sprintf("%s is %d MB; the limit is %d MB.", path, (info.Size()+1<<20-1)>>20, maxUploadBytes>>20),
		}
	}
	return nil
}

// encodeMultipartUpload packs a file as a form and returns it with its content type.
func encodeMultipartUpload(f upload) (*bytes.Buffer, string, error) {
	if err := memory.ValidateFileName(filepath.Base(f.name)); err != nil {
		return nil, "", err
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", filepath.Base(f.name))
	if err == nil {
		_, err = part.Write(f.data)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		return nil, "", fmt.Errorf("pack %s: %w", f.name, err)
	}
	return &body, form.FormDataContentType(), nil
}

// uploadAndDecodeAnswer uploads a file to a path. field is the field that the core names when it
// refuses the file.
func uploadAndDecodeAnswer(ctx context.Context, c *client, path, field string, f upload, answer any) error {
	body, contentType, err := encodeMultipartUpload(f)
	if err != nil {
		return err
	}
	err = c.callJSONOnConnection(ctx, c.mainConn, request{
		method: http.MethodPost, path: path, raw: body, contentType: contentType,
	}, answer)
	if err == nil {
		return nil
	}
	why := convertErrorToFailure(err)
	if problem, isOfFile := strings.CutPrefix(why.title, field+": "); isOfFile { // "is 17 MB", "contains no text"
		why.title = f.name + " " + problem
	} else {
		why.title = f.name + ": " + why.title
	}
	return why
}

// uploadFile uploads one file.
func uploadFile(ctx context.Context, c *client, f upload) (memory.File, error) {
	var added memory.File
	err := uploadAndDecodeAnswer(ctx, c, "/api/contexts", "file", f, &added)
	return added, err
}

// uploadPicturesToChat lets pictures wait in the chat for the message.
func (t *chatTurn) uploadPicturesToChat(ctx context.Context, images []upload) ([]memory.ID, error) {
	var ids []memory.ID
	for _, f := range images {
		var attached []memory.Picture
		err := uploadAndDecodeAnswer(ctx, t.session.client, t.chatAPIPath("/pictures"), "picture", f, &attached)
		if err != nil {
			return nil, err
		}
		for _, p := range attached {
			ids = append(ids, p.ID)
		}
	}
	return ids, nil
}

// textInput is where a command reads a text from that is not on its command line.
type textInput struct {
	stdin   io.Reader
	prompts io.Writer // what a person is asked to type
}

// textOrStdin joins the positional arguments, or reads standard input when there are none.
func (in textInput) textOrStdin(texts []string, what string) (string, error) {
	if len(texts) > 0 {
		return strings.Join(texts, " "), nil
	}
	if f, ok := in.stdin.(*os.File); ok && terminal.IsTerminal(f) {
		fmt.Fprintf(in.prompts, "Type the %s, then press Ctrl-D.\n", what)
	}
	b, err := io.ReadAll(in.stdin)
	if err != nil {
		return "", fmt.Errorf("read standard input: %w", err)
	}
	s := strings.TrimRight(string(b), "\r\n")
	if strings.TrimSpace(s) == "" {
		return "", usageErrorf("No %s given. Pass it as an argument or on standard input.", what)
	}
	return s, nil
}

// textsOrStdinLines reads one text per line when there are none on the command line. Empty lines
// have no vector and are refused, so that input and output lines stay paired.
func (in textInput) textsOrStdinLines(texts []string) ([]string, error) {
	if len(texts) == 0 {
		lines := bufio.NewScanner(in.stdin)
		lines.Buffer(make([]byte, 0, 64<<10), 8<<20)
		for lines.Scan() {
			texts = append(texts, strings.TrimSuffix(lines.Text(), "\r"))
		}
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("read standard input: %w", err)
		}
	}
	if len(texts) == 0 {
		return nil, usageErrorf("No texts given. Pass them as arguments, or one per line on standard input.")
	}
	for i, t := range texts {
		if strings.TrimSpace(t) == "" {
			return nil, usageErrorf("Text %d is empty, so it has no vector.", i+1)
		}
	}
	return texts, nil
}

// textFromFileArgsOrStdin reads the text from a file if one is named.
func (in textInput) textFromFileArgsOrStdin(file string, texts []string) (string, error) {
	if file == "" {
		return in.textOrStdin(texts, "text")
	}
	if len(texts) > 0 {
		return "", usageErrorf("Give either --file or TEXT, not both.")
	}
	files, err := checkAndReadFiles([]string{file})
	if err != nil {
		return "", err
	}
	return string(files[0].data), nil
}
