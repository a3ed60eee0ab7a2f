package lang

import "testing"

func FuzzGuards(f *testing.F) {
	for _, s := range [][2]string{
		{"The user has two cats.", "The user has three cats."},
		{"用户不喜欢咖啡。", "用户喜欢咖啡。"},
		{"Ana und Ben", "Ben and ana"},
		{"May", "may"},
		{"\xff1", "1\xff"},
		{"a b a", "a b b"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if there, back := FirstMeaningDifference(a, b), FirstMeaningDifference(b, a); there != back {
			t.Errorf("%q and %q differ by %q one way and by %q the other", a, b, there, back)
		}
		if why := FirstMeaningDifference(a, a); why != "" {
			t.Errorf("%q differs from itself by %q", a, why)
		}
	})
}
