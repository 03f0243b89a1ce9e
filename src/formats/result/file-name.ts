/** Language tags at the end of file names, the longest first: `zh-hant-tw`; `pt_BR` or `zh_Hant`; `en`. */
const ENDINGS = [
  /^(.*[._ -]|)([a-z]{2,3}[-_][a-z]{4}[-_](?:[a-z]{2}|\d{3}))$/i,
  /^(.*[._ -]|)([a-z]{2,3}[-_](?:[a-z]{4}|[a-z]{2}|\d{3}))$/i,
  /^(.*[._ -]|)([a-z]{2,3})$/i,
]

/**
 * The name of a translated file. Where the name ends in the tag of the source language, the new tag replaces it in the same style:
 * `en.json` becomes `de.json` for German, `strings_en.po` becomes `strings_pt_BR.po` for pt-BR. Otherwise the tag goes before the
 * extension: `menu.json` becomes `menu.de.json`. The result is never the name of the original.
 *
 * @param source the language the file is in; without it, no part of the name is taken for a tag
 */
export function translatedName(fileName: string, language: string, source?: string): string {
  const dot = fileName.lastIndexOf('.')
  const [stem, extension] = dot < 0 ? [fileName, ''] : [fileName.slice(0, dot), fileName.slice(dot)]
  const replaced = source === undefined ? undefined : withTag(stem, language, source)
  const name = `${replaced}${extension}`
  return replaced === undefined || name.toLowerCase() === fileName.toLowerCase()
    ? `${stem}.${language}${extension}`
    : name
}

/** The stem with the new tag in place of the source's tag; undefined where the stem does not end in the source's tag. */
function withTag(stem: string, language: string, source: string): string | undefined {
  for (const ending of ENDINGS) {
    const [, before = '', written = ''] = ending.exec(stem) ?? []
    if (written === '') continue
    if (isSame(written, source)) return before + inStyleOf(written, before.at(-1), language)
    // The same language of another region: `pt-PT` is not the tag of a source in pt-BR.
    if (isSame(written, source.split('-', 1)[0] ?? '')) return undefined
  }
  return undefined
}

/** True for `en-US` and `en`, in either order; false for `pt-BR` and `pt-PT`. */
function isSame(written: string, source: string): boolean {
  const [one, other] = [written.replaceAll('_', '-').toLowerCase(), source.toLowerCase()]
  return one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`)
}

/** The tag with the separators and the case of the tag it replaces. `mark` is the character before that tag. */
function inStyleOf(written: string, mark: string | undefined, language: string): string {
  const separator = /[-_]/.exec(written)?.[0] ?? (mark === '_' ? '_' : '-')
  const tag = language.replaceAll('-', separator)
  return /[-_]/.test(written) && written === written.toLowerCase() ? tag.toLowerCase() : tag
}
