/** Tags as file names write them at their end, the longest first: `zh-hant-tw`, `pt_BR` or `zh_Hant`, `en`. */
const ENDINGS = [
  /^(.*[._ -]|)([a-z]{2,3}[-_][a-z]{4}[-_](?:[a-z]{2}|\d{3}))$/i,
  /^(.*[._ -]|)([a-z]{2,3}[-_](?:[a-z]{4}|[a-z]{2}|\d{3}))$/i,
  /^(.*[._ -]|)([a-z]{2,3})$/i,
]

/**
 * What a file is called in another language. A name that carries the tag of the source language takes the new one in its place,
 * as it was written: `en.json` for German is `de.json`, `strings_en.po` for pt-BR `strings_pt_BR.po`. Otherwise the tag goes
 * before the extension: `menu.json` is `menu.de.json`. Never the name the file has.
 *
 * @param source the language the file is in; without it every name counts as one without a tag
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

/** The stem with the language in place of the source's tag; undefined where it does not end in that. */
function withTag(stem: string, language: string, source: string): string | undefined {
  for (const ending of ENDINGS) {
    const [, before = '', written = ''] = ending.exec(stem) ?? []
    if (written === '') continue
    if (isSame(written, source)) return before + inStyleOf(written, before.at(-1), language)
    // The same language for another place: `pt-PT` does not end in the tag of a file in pt-BR.
    if (isSame(written, source.split('-', 1)[0] ?? '')) return undefined
  }
  return undefined
}

/** `en-US` and `en` are one, in either place; `pt-BR` and `pt-PT` are not. */
function isSame(written: string, source: string): boolean {
  const [one, other] = [written.replaceAll('_', '-').toLowerCase(), source.toLowerCase()]
  return one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`)
}

/** With the separators and the case that the name shows. */
function inStyleOf(written: string, mark: string | undefined, language: string): string {
  const separator = /[-_]/.exec(written)?.[0] ?? (mark === '_' ? '_' : '-')
  const tag = language.replaceAll('-', separator)
  return /[-_]/.test(written) && written === written.toLowerCase() ? tag.toLowerCase() : tag
}
