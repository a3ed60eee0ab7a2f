package memory

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

func newConfigKeyDerivingEnv(name, doc string) ConfigKey {
	return ConfigKey{Key: name, Env: "MEMOIR_" + strings.ToUpper(strings.ReplaceAll(name, ".", "_")), Doc: doc}
}

func withEnvName(f configField, name string) configField {
	f.Env = name
	return f
}

func newIntConfigField(name, doc string, p func(*Config) *int, low, high int) configField {
	return configField{
		newConfigKeyDerivingEnv(name, doc),
		func(c *Config) string { return strconv.Itoa(*p(c)) },
		func(c *Config, v string) error {
			n, err := strconv.Atoi(strings.TrimSpace(v))
			if err != nil || n < low || n > high {
				return &FieldError{name, fmt.Sprintf("%q is not a whole number from %d to %d", v, low, high)}
			}
			*p(c) = n
			return nil
		},
	}
}

func newFractionConfigField(name, doc string, p func(*Config) *float64) configField {
	return configField{
		newConfigKeyDerivingEnv(name, doc),
		func(c *Config) string { return strconv.FormatFloat(*p(c), 'g', -1, 64) },
		func(c *Config, v string) error {
			n, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
			if err != nil || !(n >= 0 && n <= 1) {
				return &FieldError{name, fmt.Sprintf("%q is not a number from 0 to 1", v)}
			}
			*p(c) = n
			return nil
		},
	}
}

func newBoolConfigField(name, doc string, p func(*Config) *bool) configField {
	return configField{
		newConfigKeyDerivingEnv(name, doc),
		func(c *Config) string { return strconv.FormatBool(*p(c)) },
		func(c *Config, v string) error {
			b, err := strconv.ParseBool(strings.TrimSpace(v))
			if err != nil {
				return &FieldError{name, fmt.Sprintf("%q is neither true nor false", v)}
			}
			*p(c) = b
			return nil
		},
	}
}

func newTextConfigField(name, doc string, p func(*Config) *string) configField {
	return configField{
		newConfigKeyDerivingEnv(name, doc),
		func(c *Config) string { return *p(c) },
		func(c *Config, v string) error { *p(c) = v; return nil },
	}
}

// newFolderConfigField is a setting that holds the absolute path of a folder, or nothing.
func newFolderConfigField(name, doc string, p func(*Config) *string) configField {
	field := newTextConfigField(name, doc, p)
	field.set = func(c *Config, v string) error {
		if v != "" && !filepath.IsAbs(v) {
			return &FieldError{name, "must be a full path such as /home/you/notes"}
		}
		*p(c) = v
		return nil
	}
	return field
}

// newURLConfigField is a setting that holds an http or https address, or nothing.
func newURLConfigField(name, doc string, p func(*Config) *string) configField {
	field := newTextConfigField(name, doc, p)
	field.set = func(c *Config, v string) error {
		if u, err := url.Parse(v); v != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
			return &FieldError{name, "must be an address such as http://127.0.0.1:8080/rerank"}
		}
		*p(c) = v
		return nil
	}
	return field
}

func newChoiceConfigField[T ~string](name, doc string, p func(*Config) *T, of ...string) configField {
	return configField{
		newConfigKeyDerivingEnv(name, doc),
		func(c *Config) string { return string(*p(c)) },
		func(c *Config, v string) error {
			for _, o := range of {
				if v == o {
					*p(c) = T(v)
					return nil
				}
			}
			return &FieldError{name, fmt.Sprintf("%q is not one of %s", v, strings.Join(of, ", "))}
		},
	}
}

func newDurationConfigField(name, doc string, p func(*Config) *time.Duration) configField {
	return configField{
		newConfigKeyDerivingEnv(name, doc),
		func(c *Config) string { return p(c).String() },
		func(c *Config, v string) error {
			v = strings.TrimSpace(v)
			d, err := time.ParseDuration(v)
			if ms, e := strconv.Atoi(v); e == nil {
				d, err = time.Duration(ms)*time.Millisecond, nil
			}
			if err != nil || d < 0 {
				return &FieldError{name, fmt.Sprintf("%q is not a duration such as 300ms, 30s or 10m", v)}
			}
			*p(c) = d
			return nil
		},
	}
}

// IsSetExplicitly reports whether a setting was given a value of its own instead of its preset's.
func (c Config) IsSetExplicitly(key string) bool {
	return slices.Contains(strings.Fields(c.explicitKeys), key)
}
