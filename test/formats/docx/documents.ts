/** Documents of Word made for tests. */
import { type Made, zipOf } from '../bytes/zip/zips.ts'

export const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

export const typesXml = (part: string, type: string): string =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="${part}" ContentType="${type}"/></Types>`

export const relationsXml = (
  ...relations: readonly (readonly [type: string, target: string, more?: string])[]
): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations
    .map(
      ([type, target, more = ''], at) =>
        `<Relationship Id="r${at}" Type="${OFFICE}/${type}" Target="${target}" ${more}/>`,
    )
    .join('')}</Relationships>`

/** A document with this body. */
export function documentOf(body: string, others: readonly Made[] = []): Buffer {
  return packageOf(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<w:document ${W}><w:body>${body}</w:body></w:document>`,
    others,
  )
}

export function packageOf(document: string, others: readonly Made[] = []): Buffer {
  const own: readonly Made[] = [
    { name: '[Content_Types].xml', content: typesXml('/word/document.xml', MAIN) },
    { name: '_rels/.rels', content: relationsXml(['officeDocument', 'word/document.xml']), descriptor: 'signed' },
    { name: 'word/document.xml', content: document },
  ]
  return zipOf([...own.filter(({ name }) => !others.some(other => other.name === name)), ...others])
}

/** A paragraph of runs: a text, or its formatting and a text, or markup that begins with `<`. */
export function paragraph(...runs: readonly (string | readonly [properties: string, text: string])[]): string {
  const written = runs.map(run => {
    if (typeof run !== 'string') return `<w:r><w:rPr>${run[0]}</w:rPr><w:t xml:space="preserve">${run[1]}</w:t></w:r>`
    return run.startsWith('<') ? run : `<w:r><w:t xml:space="preserve">${run}</w:t></w:r>`
  })
  return `<w:p>${written.join('')}</w:p>`
}
