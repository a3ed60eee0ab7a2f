package vocabulary

import (
	"sync"

	"memoir/memory/lang"
)

// ThirdPersonObjects returns the pronouns by which a fact repeats the user's "me", "myself" and "my".
var ThirdPersonObjects = lang.CachePerLanguage(func(language lang.Language) map[string]bool {
	return lang.WordSet(map[lang.Language]string{
		lang.German: "ihm ihn ihnen", lang.French: "lui leur leurs", lang.Italian: "loro",
		lang.Dutch:      "hem haar hun zichzelf",
		lang.Portuguese: "lhe lhes dele dela deles", lang.Spanish: "suyo suya suyos consigo",
		lang.Polish:  "mu jej jemu go im swój swoja swoje swoją swego swojego swojej sobie siebie",
		lang.Russian: "ему ей им свой своя своё свое свою своей своего своих своим себя себе собой",
		lang.Turkish: "ona onun onlar kendi kendisi kendisine kendine kendini",
		lang.English: "themselves themself himself herself",
		lang.Hindi:   "उसे उसकी उसका उसके अपनी अपना अपने उन्हें उनका उनकी उनके",
	}[language])
})

// NumberCategories name what a number beside them is, where people give the number alone.
var NumberCategories = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`postcode postal zip code size model plz postleitzahl größe grösse modell código codigo cp talla
			modelo cep
		tamanho índice indice cap codice taglia modello taille modèle maat rozmiar kod индекс размер модель beden pointure`)
})
