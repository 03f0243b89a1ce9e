/** From Apertium's own names of languages (`eng`, `nob`, `por_BR`, `cat_valencia`) to language tags. */

export interface ApertiumPair {
  readonly source: string
  readonly target: string
  /** The name of the pair for the command: `eng-spa`. */
  readonly mode: string
}

/**
 * The pair that translates between two tags: the target's own variety where there is one, else the language without its region,
 * where it is written in the same script. Undefined where there is none.
 */
export function modeFor(pairs: readonly ApertiumPair[], source: string, target: string): ApertiumPair | undefined {
  for (const from of varietiesOf(source)) {
    for (const into of varietiesOf(target)) {
      const found = pairs.find(pair => tagOf(pair.source) === from && tagOf(pair.target) === into)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** The tag itself, then without its region, then the bare language. */
function varietiesOf(tag: string): string[] {
  const locale = new Intl.Locale(tag)
  const { language, script } = locale
  const inScript = script === undefined ? [] : [`${language}-${script}`]
  const bare = new Intl.Locale(language).maximize().script === locale.maximize().script ? [language] : []
  return [...new Set([tag, ...inScript, ...bare].map(canonical))]
}

/** The canonical tag of Apertium's name of a language: `eng` becomes `en`. Undefined where the name is not a tag. */
function tagOf(code: string): string | undefined {
  try {
    return canonical(code.replaceAll('_', '-'))
  } catch {
    return undefined
  }
}

function canonical(tag: string): string {
  return Intl.getCanonicalLocales(tag)[0] ?? tag
}
