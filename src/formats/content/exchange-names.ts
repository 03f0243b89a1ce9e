/** The names of elements in files that programs of translators exchange: TMX 1.1 to 1.4, and TBX of both versions and styles. */

/** Elements of a text of TMX that stand for codes of the file that it came from; what they hold is that code. `hi` holds text. */
export const TMX_CODES: ReadonlySet<string> = new Set(['bpt', 'ept', 'it', 'ph', 'ut'])

/** One thing and what it is called: of ISO 30042:2019, and of the older TBX (martif). */
export const TBX_CONCEPTS: readonly string[] = ['conceptEntry', 'termEntry']
/** Its terms in one language. */
export const TBX_LANGUAGES: readonly string[] = ['langSec', 'langSet']
/** What a term is in, with what is said of it. */
export const TBX_TERMS: readonly string[] = ['termSec', 'tig', 'ntig']
