import { appendFileSync, closeSync, openSync, writeSync } from 'node:fs'

/** Writes a file of about so many bytes, row by row, the same every time. */
function write(file: string, bytes: number, head: string, row: (index: number) => string): void {
  const descriptor = openSync(file, 'w')
  let text = head
  let written = 0
  for (let index = 0; written + text.length < bytes; index += 1) {
    text += row(index)
    if (text.length < 1_000_000) continue
    written += writeSync(descriptor, text)
    text = ''
  }
  writeSync(descriptor, text)
  closeSync(descriptor)
}

const WORDS = 'the quick brown fox carries a small parcel over seven hills and rests beside the river'.split(' ')

function words(seed: number, count: number): string {
  return Array.from({ length: count }, (_, at) => WORDS[(seed * 7 + at * 5) % WORDS.length]).join(' ')
}

/** A table as shops export them: numbers, keys, short and long texts; some cells quoted, some over two lines. */
export function writeTable(file: string, bytes: number): void {
  write(file, bytes, 'id,sku,title,description,price,updated\r\n', index => {
    const title = index % 5 === 0 ? `"Parcel ""${index}"", ${words(index, 3)}"` : `Parcel ${index} ${words(index, 3)}`
    const line = index % 9 === 0 ? '\n' : ' '
    const description = `"${words(index, 8)},${line}${words(index + 1, 6)}"`
    return `${index},SKU-${index},${title},${description},${index % 97}.50,2026-11-21\r\n`
  })
}

/** A catalogue as gettext writes them: references, flags, contexts, plural forms, some of it translated. */
export function writeCatalogue(file: string, bytes: number): void {
  const head =
    'msgid ""\nmsgstr ""\n"Language: de\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n' +
    '"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
  write(file, bytes, head, index => {
    const places = `\n#: src/parcel/${index % 40}.c:${index} src/parcel/list.c:${index + 9}\n`
    if (index % 11 === 0) {
      return `${places}#, c-format\nmsgid "%d parcel ${index}"\nmsgid_plural "%d parcels ${index}"\nmsgstr[0] ""\nmsgstr[1] ""\n`
    }
    const context = index % 6 === 0 ? 'msgctxt "menu"\n' : ''
    const long = `""\n"${words(index, 9)} \\"${index}\\"\\n"\n"${words(index + 1, 8)}"`
    const source = index % 4 === 0 ? long : `"${words(index, 6)} ${index}"`
    return `${places}${context}msgid ${source}\nmsgstr "${index % 3 === 0 ? `Päckchen ${index}` : ''}"\n`
  })
}

/** Messages by their keys, as programs have them, in groups of forty. */
export function writeKeys(file: string, bytes: number): void {
  write(file, bytes, '{', index => {
    const group = index % 40 === 0 ? `${index === 0 ? '' : '\n  },'}\n  "screen_${index / 40}": {` : ','
    return `${group}\n    "text_${index}": "The parcel ${words(index, 3 + (index % 11))} ${index}."`
  })
  appendFileSync(file, '\n  }\n}\n')
}

/** Paragraphs of wrapped lines, some titles and lists. */
export function writeText(file: string, bytes: number): void {
  write(file, bytes, '', index => {
    if (index % 20 === 0) return `CHAPTER ${index / 20}\n\n`
    if (index % 13 === 0) return `- ${words(index, 6)}\n- ${words(index + 1, 5)}\n\n`
    return `${words(index, 12)}\n${words(index + 1, 12)}\n${words(index + 2, 7)}.\n\n`
  })
}
