module memoir/tools/wordnet

go 1.26.0
