package quoted

import (
	"strings"
	"sync"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/lazyregexp"
)

// roleLabelPattern matches the role of a speaker and a colon at the beginning of a sentence, as transcripts
// of interviews, calls and consultations have them, also in one line: "Doctor: go on. Patient: I am 54".
var roleLabelPattern = lazyregexp.New(`(?i)(?:^|[.!?:;。？！：…]["”»]?)\s*((?:` +
	`interviewer|interviewee|respondent|doctor|patient|nurse|therapist|client|customer|caller|agent|operator|host|` +
	`guest|witness|` +
	`judge|teacher|pupil|student|reporter|journalist|moderator|candidate|applicant|` +
	`befragte[r]?|ärztin|arzt|patientin|therapeut(?:in)?|kund(?:e|in)|anrufer(?:in)?|zeug(?:e|in)|richter(?:in)?|` +
	`lehrer(?:in)?|` +
	`schüler(?:in)?|bewerber(?:in)?|journalist(?:in)?|berater(?:in)?|gast|` +
	`entrevistador[a]?|entrevistad[oa]|médic[oa]|paciente|cliente|testigo|juez[a]?|alumn[oa]|periodista|candidat[oa]|` +
	`llamante|` +
	`enquêteur|enquêtrice|interviewé[e]?|médecin|infirmière|cliente?|témoin|juge|élève|journaliste|candidate?|patiente?|` +
	`intervistat(?:ore|rice|[oa])|medico|dottore(?:ssa)?|paziente|testimone|giudice|alunn[oa]|giornalista|operatore|` +
	`operatrice|` +
	`médic[oa]|testemunha|juiz[a]?|jornalista|atendente|` +
	`geïnterviewde|arts|huisarts|patiënte?|klant|getuige|rechter|leerling|beller|` +
	`lekarz|lekarka|pacjent(?:ka)?|klient(?:ka)?|świadek|sędzia|ucze(?:ń|nnica)|dziennikar(?:z|ka)|rozmów(?:ca|` +
	`czyni)|konsultant(?:ka)?|` +
	`врач|пациент(?:ка)?|клиент(?:ка)?|свидетель(?:ница)?|судья|ученик|ученица|журналист(?:ка)?|ведущ(?:ий|ая)|гость|` +
	`респондент|` +
	`оператор|интервьюер|` +
	`doktor|hasta|müşteri|tanık|hakim|öğrenci|öğretmen|muhabir|sunucu|konuk|temsilci|danışan|görüşmeci|` +
	`डॉक्टर|मरीज़?|रोगी|ग्राहक|गवाह|न्यायाधीश|छात्रा?|पत्रकार|एजेंट|` +
	`의사|환자|고객|상담원|상담사|내담자|증인|판사|학생|선생님?|기자|면접관|지원자|진행자|게스트|` +
	`医師|医者|患者|客|お客様?|証人|裁判官|生徒|先生|記者|面接官|応募者|司会|ゲスト|オペレーター|聞き手|` +
	`医生|病人|患者|客户|顾客|客服|证人|法官|学生|老师|记者|主持人|嘉宾|面试官|应聘者|受访者|采访者)(?: ?[\dA-Z]{1,2})? ?[:：])`)

// indexRoleThatSpeaks returns where the first role stands whose next sentence says as much as speech does,
// and not only who somebody is: three words, or six characters in scripts without blanks; -1 for none.
func indexRoleThatSpeaks(line string) int {
	if !strings.ContainsAny(line, ":：") {
		return -1
	}
	for _, m := range roleLabelPattern.FindAllStringSubmatchIndex(line, -1) {
		said := strings.TrimSpace(line[m[3]:])
		if end := strings.IndexAny(said, ".!?。？！"); end >= 0 {
			said = said[:end]
		}
		if len(strings.Fields(said)) >= 3 ||
			lang.StartsWithHanKanaOrHangul(said) && utf8.RuneCountInString(said) >= 6 {
			return m[2]
		}
	}
	return -1
}

// pupilNouns name whose text somebody corrects.
var pupilNouns = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`student students pupil pupils schüler schülerin schülers schülerinnen alumno alumna alumnos
			élève élèves
		alunno alunna alunni studente studentessa aluno aluna alunos leerling leerlingen scholier uczeń ucznia uczennicy
		uczniów
		ученик ученика ученицы ученика школьника öğrenci öğrencinin öğrencim छात्र छात्रा विद्यार्थी 학생 学生 生徒 批改 添削 첨삭`)
})
