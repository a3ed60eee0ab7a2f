package pictureio

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"memoir/memory"
)

// Limits of a conversion. A photo of a phone takes about a second.
const (
	convertTimeout    = 30 * time.Second
	maxConvertedBytes = 64 << 20
	// maxConverterMemory is the address space of a converter, where the system can limit it.
	maxConverterMemory = 2 << 30
)

// converter is a program of the desktop that makes a JPEG of a picture.
type converter struct {
	program string
	args    func(format, from, to string) []string
}

// Converter makes JPEGs of pictures in formats that Memoir cannot decode, with a program of this
// computer.
type Converter struct {
	findProgram func(name string) (string, error)
	timeout     time.Duration
}

// NewConverter returns a converter that looks for programs in the search path.
func NewConverter() *Converter {
	return &Converter{findProgram: exec.LookPath, timeout: convertTimeout}
}

// converterProgramsOfSystem are the programs that are tried, in this order: the two names of
// libheif's own, ImageMagick, and the one of macOS. On Windows, convert is something else.
func converterProgramsOfSystem(system string) []converter {
	libheif := func(_, from, to string) []string { return []string{"-q", "95", from, to} }
	imageMagick := func(format, from, to string) []string {
		return []string{format + ":" + from + "[0]", "-quality", "95", "jpeg:" + to}
	}
	out := []converter{{"heif-dec", libheif}, {"heif-convert", libheif}, {"magick", imageMagick}}
	switch system {
	case "windows":
		return out
	case "darwin":
		out = append(out, converter{"sips", func(_, from, to string) []string {
			return []string{"-s", "format", "jpeg", "-s", "formatOptions", "95", from, "--out", to}
		}})
	}
	return append(out, converter{"convert", imageMagick})
}

// ConvertToJPEGByExternalProgram makes a JPEG of a picture in the format HEIC or AVIF. The error is
// memory.ErrNotFound when there is no program for that on this computer, and that of the last
// program when none could read it. The programs read a file that is deleted when they have ended.
func (c *Converter) ConvertToJPEGByExternalProgram(
	ctx context.Context, format string, data []byte,
) (jpeg []byte, err error) {
	dir, err := os.MkdirTemp("", "memoir-picture-")
	if err != nil {
		return nil, fmt.Errorf("convert picture: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	format = strings.ToLower(format)
	from := filepath.Join(dir, "picture")                   // programs look at the content
	if err := os.WriteFile(from, data, 0o600); err != nil { //nolint:gosec // in a folder of our own
		return nil, fmt.Errorf("convert picture: %w", err)
	}
	err = fmt.Errorf("convert picture: no program for %s: %w", format, memory.ErrNotFound)
	for _, p := range converterProgramsOfSystem(runtime.GOOS) {
		path, lookErr := c.findProgram(p.program)
		if lookErr != nil {
			continue
		}
		into := filepath.Join(dir, p.program)
		if err = os.Mkdir(into, 0o700); err == nil {
			jpeg, err = c.runConverterAndReadJPEG(ctx, path, p.args(format, from, filepath.Join(into, "picture.jpg")), into)
		}
		if err == nil {
			return jpeg, nil
		}
	}
	return nil, err
}

// runConverterAndReadJPEG runs a converter and returns the first JPEG that it wrote into a folder.
func (c *Converter) runConverterAndReadJPEG(
	ctx context.Context, path string, args []string, dir string,
) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...) //nolint:gosec // a program of converterProgramsOfSystem; no shell
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	err := cmd.Start()
	if err == nil {
		if err = limitProcessAddressSpaceOnLinux(cmd.Process.Pid, maxConverterMemory); err != nil {
			cancel() // ends it: what reads a stranger's file must not take all memory
		}
		err = errors.Join(err, cmd.Wait())
	}
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", filepath.Base(path), errors.Join(err, ctx.Err()))
	}
	// Of several pictures in a file libheif's program makes picture-1.jpg and so on.
	written, err := filepath.Glob(filepath.Join(dir, "picture*.jpg"))
	if err != nil || len(written) == 0 {
		return nil, fmt.Errorf("run %s: it produced no picture", filepath.Base(path))
	}
	info, err := os.Lstat(written[0])
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxConvertedBytes {
		return nil, fmt.Errorf("run %s: its output isn't a picture or is too large", filepath.Base(path))
	}
	return os.ReadFile(written[0])
}
