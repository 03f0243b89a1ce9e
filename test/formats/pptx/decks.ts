/** Presentations made for tests. */
import { type Made, zipOf } from '../bytes/zip/zips.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml'
const NAMES = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram"`

type Relation = readonly [type: string, target: string]

export const relations = (of: string, ...all: readonly Relation[]): Made => {
  const slash = of.lastIndexOf('/') + 1
  const written = all.map(
    ([type, target], at) => `<Relationship Id="r${at}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return {
    name: `${of.slice(0, slash)}_rels/${of.slice(slash)}.rels`,
    content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${written.join('')}</Relationships>`,
  }
}

export const root = (name: string, inside: string, more = ''): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<${name} ${NAMES} ${more}>${inside}</${name}>`

export const line = (text: string, properties = ''): string => `<a:p><a:r>${properties}<a:t>${text}</a:t></a:r></a:p>`

/** A box with paragraphs. `placeholder`: its type; none where it is empty. */
export const box = (inside: string, placeholder = '', about = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Box 1"/><p:nvPr>${placeholder && `<p:ph type="${placeholder}"/>`}</p:nvPr></p:nvSpPr><p:spPr>${about}</p:spPr><p:txBody><a:bodyPr/>${inside}</p:txBody></p:sp>`

export const slide = (inside: string, more = ''): string =>
  root('p:sld', `<p:cSld><p:spTree>${inside}</p:spTree></p:cSld>`, more)

/** A presentation of slides. `order`: the numbers of those that it names, from 1; all, where it is absent. */
export function deckOf(slides: readonly string[], others: readonly Made[] = [], order?: readonly number[]): Buffer {
  const targets = slides.map((_, at): Relation => ['slide', `slides/slide${at + 1}.xml`])
  const named = (order ?? slides.map((_, at) => at + 1)).map(
    number => `<p:sldId id="${255 + number}" r:id="r${number - 1}"/>`,
  )
  return zipOf([
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/ppt/presentation.xml" ContentType="${MAIN}"/></Types>`,
    },
    relations('', ['officeDocument', 'ppt/presentation.xml']),
    { name: 'ppt/presentation.xml', content: root('p:presentation', `<p:sldIdLst>${named.join('')}</p:sldIdLst>`) },
    relations('ppt/presentation.xml', ...targets),
    ...slides.map((content, at) => ({ name: `ppt/slides/slide${at + 1}.xml`, content })),
    ...others,
  ])
}
