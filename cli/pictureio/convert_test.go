//go:build unix

package pictureio

import (
	"bytes"
	"errors"
	"image/jpeg"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

// Programs that stand for converters, by what they do: $last is the file that they are to write.
const (
	shell     = "#!/bin/sh\nfor last; do :; done; last=${last#jpeg:}\n"
	fails     = shell + "echo no >\"$last\"; exit 1\n"
	hangs     = shell + "exec sleep 600\n"
	converts  = shell + "printf converted >\"$last\"\n"
	makesMany = shell + "printf first >\"${last%.jpg}-1.jpg\"; printf second >\"${last%.jpg}-2.jpg\"\n"
	writesNot = shell + "exit 0\n"
	makesLink = shell + "ln -s /etc/passwd \"$last\"\n"
	fillsDisk = shell + "truncate -s 65M \"$last\"\n"
)

// newConverterWithPrograms returns a converter on a computer that has some programs, and the folder for its files.
func newConverterWithPrograms(t *testing.T, programs map[string]string) (c *Converter, temp string) {
	t.Helper()
	dir, temp := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	for name, text := range programs {
		//nolint:gosec // programs have to be executable
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return &Converter{timeout: 30 * time.Second, findProgram: func(name string) (string, error) {
		return exec.LookPath(filepath.Join(dir, name))
	}}, temp
}

func TestThePicturesOfTheFirstProgramThatCanReadThemAreTaken(t *testing.T) {
	for name, c := range map[string]struct {
		programs map[string]string
		want     string // "" is an error
	}{
		"libheif":               {map[string]string{"heif-convert": converts, "magick": fails}, "converted"},
		"its newer name":        {map[string]string{"heif-dec": converts, "heif-convert": fails}, "converted"},
		"the next after it":     {map[string]string{"heif-convert": fails, "magick": converts}, "converted"},
		"several in a file":     {map[string]string{"heif-convert": makesMany}, "first"},
		"only a failing one":    {map[string]string{"heif-convert": fails}, ""},
		"one that writes none":  {map[string]string{"convert": writesNot}, ""},
		"one that links":        {map[string]string{"convert": makesLink}, ""},
		"one that writes 65 MB": {map[string]string{"convert": fillsDisk}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			converter, temp := newConverterWithPrograms(t, c.programs)
			got, err := converter.ConvertToJPEGByExternalProgram(t.Context(), "HEIC", []byte("picture"))
			if string(got) != c.want || (err == nil) != (c.want != "") || errors.Is(err, memory.ErrNotFound) {
				t.Errorf("%q, %v", got, err)
			}
			if left, _ := os.ReadDir(temp); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestWithoutAProgramNothingIsFound(t *testing.T) {
	c, _ := newConverterWithPrograms(t, nil)
	if _, err := c.ConvertToJPEGByExternalProgram(t.Context(), "HEIC", nil); !errors.Is(err, memory.ErrNotFound) {
		t.Error(err)
	}
}

func TestAProgramThatHangsIsEnded(t *testing.T) {
	c, temp := newConverterWithPrograms(t, map[string]string{"heif-dec": hangs, "magick": converts})
	c.timeout = 100 * time.Millisecond
	_, err := c.ConvertToJPEGByExternalProgram(t.Context(), "HEIC", nil)
	if err != nil && !strings.Contains(err.Error(), "deadline") { // the second may be slow on a busy computer, too
		t.Error(err)
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// The converters of the distribution, which scripts/deps.sh installs: a HEIC of libheif's own encoder.
func TestConvertersOfTheDistributionReadHEIC(t *testing.T) {
	data, err := os.ReadFile("testdata/turned.heic")
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"heif-convert", "convert"} {
		path, err := exec.LookPath(program)
		if err != nil {
			t.Fatal(err)
		}
		c := &Converter{timeout: time.Minute, findProgram: func(name string) (string, error) {
			if name == program {
				return path, nil
			}
			return "", exec.ErrNotFound
		}}
		made, err := c.ConvertToJPEGByExternalProgram(t.Context(), "HEIC", data)
		if err != nil {
			t.Errorf("%s: %v", program, err)
			continue
		}
		picture, err := jpeg.Decode(bytes.NewReader(made))
		if err != nil || picture.Bounds().Dx() != 800 || picture.Bounds().Dy() != 600 {
			t.Errorf("%s: %v, %v", program, picture.Bounds(), err)
			continue
		}
		top, _, low, _ := picture.At(700, 5).RGBA()
		r, _, bottom, _ := picture.At(700, 595).RGBA()
		if top < 0xc000 || low > 0x4000 || r > 0x4000 || bottom < 0xc000 {
			t.Errorf("%s: red %x and blue %x above, %x and %x below", program, top, low, r, bottom)
		}
	}
	damaged := bytes.Clone(data[:len(data)/2])
	if _, err := NewConverter().ConvertToJPEGByExternalProgram(t.Context(), "HEIC", damaged); err == nil ||
		errors.Is(err, memory.ErrNotFound) {
		t.Errorf("half a picture: %v", err)
	}
}
