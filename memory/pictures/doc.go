// Package pictures turns pictures that people attach into the form that is stored, shown and sent
// to models: upright, scaled down to what models take, encoded again. Nothing but the pixels is
// kept, so that place, camera and comments are gone. All functions are pure; start with
// NormalizeForStorage.
package pictures
