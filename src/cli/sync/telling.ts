/** Which pairs of a project's files the memory is told of before texts are asked for. Pure. */
import type { PairToTell, Telling } from '../../service/admin/memory-told.ts'
import { canonicalTag } from '../../service/domain/languages.ts'
import { type FromTo, importedHasher, isLabel, textHasher } from '../../service/translation/line.ts'
import { nearTo } from '../../service/translation/nearest.ts'
import type { PairPlan } from '../../sync/pair-plan.ts'
import type { ProjectPlan } from '../../sync/plan.ts'

/** The most pairs for one language: those nearest to what is asked for. */
const MOST_PAIRS = 1000
/** Longer texts are documents, and no help as examples. In characters. */
const LONGEST = 2000

/** What is told for each language that has texts to translate. `named`: keys whose texts are translated anew, whoever wrote what stands there. */
export function tellingsFor(
  { pairs }: ProjectPlan,
  { project, named }: { readonly project: string; readonly named: ReadonlySet<string> },
): readonly Telling[] {
  const languages = new Set(pairs.filter(({ asked }) => asked.size > 0).map(({ language }) => language))
  return [...languages].flatMap(language => {
    const own = pairs.filter(pair => pair.language === language)
    const source_language = canonicalTag(own[0]?.source_language ?? '')
    const target_language = canonicalTag(language)
    if (source_language === undefined || target_language === undefined) return []
    return [
      {
        project,
        source_language,
        target_language,
        pairs: nearestOf(
          own.flatMap(fittingFor({ source: source_language, target: target_language })),
          askedOf(own),
          named,
        ),
      },
    ]
  })
}

/**
 * Gives the texts of a file whose translation fits, as far as is known: no stale, broken or untranslated one is an example. What a person wrote
 * is used for equal texts of the project, but labels, whose translation depends on their place (ENG-3).
 */
function fittingFor(languages: FromTo): (pair: PairPlan) => readonly PairToTell[] {
  const [everywhere, alone] = [importedHasher(languages), textHasher(languages)]
  return ({ path: file_name, states, texts, target, asked }) =>
    states.flatMap(({ path, key: part, state }) => {
      const [source, found] = [texts.get(path), target.get(path)]
      if ((state !== 'current' && state !== 'edited') || asked.has(path)) return []
      if (source === undefined || found === undefined || found.text === source.text) return []
      if (source.text.length + found.text.length > LONGEST) return []
      const of_person = state === 'edited'
      const isUsed = of_person && !isLabel(source)
      const text_hash = (isUsed ? everywhere : alone)(source.text)
      const name = JSON.stringify(isUsed ? source.text : [file_name, path])
      return [{ name, source: source.text, text: found.text, text_hash, file_name, part, of_person }]
    })
}

interface AskedText {
  readonly key: string
  readonly text: string
}

function askedOf(pairs: readonly PairPlan[]): readonly AskedText[] {
  return pairs.flatMap(({ asked, texts }) => [...asked].flatMap(path => texts.get(path) ?? []))
}

/** A person's pairs come before those of engines, and what has something in common with the texts before what has nothing. */
function nearestOf(
  pairs: readonly PairToTell[],
  asked: readonly AskedText[],
  named: ReadonlySet<string>,
): readonly PairToTell[] {
  // A text that is translated anew is not to find its old translation under another key.
  const anew = new Set(asked.flatMap(({ key, text }) => (named.has(key) ? [text] : [])))
  const left = pairs.filter(({ source }) => !anew.has(source))
  if (left.length <= MOST_PAIRS) return left
  const near = nearTo(left.map(({ source }) => source))
  const scores = new Map<number, number>()
  for (const { text } of asked)
    for (const [at, score] of near(text)) scores.set(at, Math.max(score, scores.get(at) ?? 0))
  return left
    .map((pair, at) => ({ pair, score: scores.get(at) ?? 0 }))
    .sort((one, other) => rank(one) - rank(other) || other.score - one.score)
    .slice(0, MOST_PAIRS)
    .map(({ pair }) => pair)
}

function rank({ pair, score }: { readonly pair: PairToTell; readonly score: number }): number {
  return (score > 0 ? 0 : 2) + (pair.of_person ? 0 : 1)
}
