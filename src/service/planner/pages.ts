import { traitsOf } from '../../formats/index.ts'
import type { Intent } from '../domain/intent.ts'

/** How people ask for the same pages, in patterns with single blanks: what is kept, what is the same, as which kind of file. */
const SAME = [
  '(?:keep|keeping|preserve|retain|maintain) (?:all )?(?:the |its )?(?:same |original |exact |page )?(?:pages?|layout|look|design)(?: as (?:they|it) (?:are|is))?',
  '(?:(?:with |in |on )?the |with )?same (?:pages|page layout|layout)',
  '(?:die |das )?(?:seiten|layout|seitenlayout) (?:bei)?behalten|behalte (?:die seiten|das (?:seiten)?layout)(?: bei)?|(?:mit |im )?(?:dem )?gleichen layout',
  '(?:gard|conserv)(?:e|er|ez) (?:la mise en page|les pages)|(?:avec )?la même mise en page',
  '(?:conserva|conservar|mantén|mantener) (?:el diseño|las páginas|la maquetación)',
]
const GIVE = '(?:(?:give|return|save|make|send) (?:me )?(?:it|the (?:result|translation)) )?'
const AS = `${GIVE}(?:back )?(?:as|als|en|como) (?:an? |un )?`
const FILE = '(?:[- ](?:file|document|datei|dokument))?'
const BEFORE = '(?<![^\\s(])(?:(?:and|und|et|y|but|please|bitte) ){0,3}'
const NOT = "(?<not>(?:do not|don['’]t|without|ohne|not) )?"
/** No part is meant: “keep the pages 2 and 3”, “keep the layout names in English”. */
const AFTER =
  '(?: (?:of|from|as|like) the (?:original|source|pdf|file))?(?=\\s*(?:[.;,!?)]|$|(?:and|und|et|y|but|please|bitte)(?!\\p{L})))'

const asking = (what: string) => new RegExp(`${BEFORE}${NOT}${what}${AFTER}`.replaceAll(' ', '\\s+'), 'giu')
const KEPT = SAME.join('|')
const ASKED = asking(`(?:(?<same>${KEPT}|${AS}pdf${FILE})|${AS}(?:word|\\.?docx)${FILE})`)
/** Files of other formats keep what they look like anyway. */
const ASKED_ANYWAY = asking(`(?:${KEPT})`)

interface AskedPages {
  readonly rest: string
  /** Absent where nothing is said of them. */
  readonly pages?: Intent['pages'] | 'none'
  readonly sentences: readonly string[]
}

/**
 * An instruction without the words that ask for the pages of the file, or for a document of its text, where the format has both. Where it has not,
 * those are taken out that ask for the layout, which stays as it is.
 */
export function pagesAsked(text: string, extension: string): AskedPages {
  if (traitsOf(extension).pages !== 'on_request') return layoutAsked(text, extension)
  const last = [...text.matchAll(ASKED)].at(-1)
  if (last === undefined) return { rest: text, sentences: [] }
  const isAsked = last.groups?.same !== undefined && last.groups.not === undefined
  return {
    rest: text.replace(ASKED, ''),
    pages: isAsked ? 'asked' : 'none',
    sentences: [isAsked ? 'Keep the pages.' : 'Do not keep the pages.'],
  }
}

function layoutAsked(text: string, extension: string): AskedPages {
  const all = [...text.matchAll(ASKED_ANYWAY)]
  if (all.length === 0 || all.some(({ groups }) => groups?.not !== undefined)) return { rest: text, sentences: [] }
  return {
    rest: text.replace(ASKED_ANYWAY, ''),
    sentences: [`Keep the layout: the translation of a .${extension} file has it anyway.`],
  }
}
