/** Packages of about so many bytes of text, the same every time. */
import { writeFileSync } from 'node:fs'
import { type Made, zipOf } from '../formats/bytes/zip/zips.ts'

const MAIN = 'http://schemas.openxmlformats.org'
const WORDS = 'the quick brown fox carries a small parcel over seven hills and rests beside the river'.split(' ')
const NUMBERED = 997

/** Texts that do not pack to nothing: each has its number, and begins at another word. */
function sentence(index: number): string {
  const words = Array.from({ length: 14 }, (_, at) => WORDS[(index * 7 + at * (1 + (index % 5))) % WORDS.length])
  return `${words.join(' ')} ${(index * NUMBERED).toString(36)}`
}

/** Rows until so many bytes are reached. */
function rows(bytes: number, row: (index: number) => string): string {
  const made: string[] = []
  for (let index = 0, length = 0; length < bytes; index += 1) {
    const text = row(index)
    made.push(text)
    length += text.length
  }
  return made.join('')
}

const types = (...parts: readonly (readonly [part: string, type: string])[]): Made => ({
  name: '[Content_Types].xml',
  content: `<?xml version="1.0"?><Types xmlns="${MAIN}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${parts.map(([part, type]) => `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`).join('')}</Types>`,
})

const relations = (name: string, ...targets: readonly (readonly [type: string, target: string])[]): Made => ({
  name,
  content: `<Relationships xmlns="${MAIN}/package/2006/relationships">${targets.map(([type, target], at) => `<Relationship Id="r${at}" Type="${MAIN}/officeDocument/2006/relationships/${type}" Target="${target}"/>`).join('')}</Relationships>`,
})

const XMLNS = `xmlns:r="${MAIN}/officeDocument/2006/relationships" xmlns:a="${MAIN}/drawingml/2006/main"`

/** A document of paragraphs of two or three runs. */
export function writeDocument(file: string, bytes: number): void {
  const run = (text: string, look = '') => `<w:r>${look}<w:t xml:space="preserve">${text}</w:t></w:r>`
  const body = rows(
    bytes,
    index =>
      `<w:p>${run(`${sentence(index)} `)}${run('and', '<w:rPr><w:b/></w:rPr>')}${run(` ${sentence(index + 1)}`)}</w:p>`,
  )
  writeFileSync(
    file,
    zipOf([
      types(['word/document.xml', 'wordprocessingml.document.main']),
      relations('_rels/.rels', ['officeDocument', 'word/document.xml']),
      {
        name: 'word/document.xml',
        content: `<?xml version="1.0"?><w:document xmlns:w="${MAIN}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
      },
    ]),
  )
}

/** A workbook of one sheet of shared strings and numbers. */
export function writeWorkbook(file: string, bytes: number): void {
  const strings: string[] = []
  const sheet = rows(bytes / 3, index => {
    strings.push(`<si><t>${sentence(index)}</t></si>`)
    const at = index + 1
    return `<row r="${at}"><c r="A${at}" t="s"><v>${index}</v></c><c r="B${at}"><v>${index * NUMBERED}</v></c></row>`
  })
  const xmlns = `xmlns="${MAIN}/spreadsheetml/2006/main" ${XMLNS}`
  const part = (name: string, content: string): Made => ({ name, content: `<?xml version="1.0"?>${content}` })
  writeFileSync(
    file,
    zipOf([
      types(
        ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
        ['xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'],
        ['xl/sharedStrings.xml', 'spreadsheetml.sharedStrings'],
      ),
      relations('_rels/.rels', ['officeDocument', 'xl/workbook.xml']),
      relations(
        'xl/_rels/workbook.xml.rels',
        ['worksheet', 'worksheets/sheet1.xml'],
        ['sharedStrings', 'sharedStrings.xml'],
      ),
      part(
        'xl/workbook.xml',
        `<workbook ${xmlns}><sheets><sheet name="Texts" sheetId="1" r:id="r0"/></sheets></workbook>`,
      ),
      part('xl/worksheets/sheet1.xml', `<worksheet ${xmlns}><sheetData>${sheet}</sheetData></worksheet>`),
      part(
        'xl/sharedStrings.xml',
        `<sst ${xmlns} count="${strings.length}" uniqueCount="${strings.length}">${strings.join('')}</sst>`,
      ),
    ]),
  )
}

const PART_BYTES = 250_000

/** A presentation of slides that hold nothing but paragraphs: more text in fewer bytes than any program writes. */
export function writeTextSlides(file: string, bytes: number): void {
  const count = Math.max(1, Math.round(bytes / PART_BYTES))
  const paragraphs = (at: number): string =>
    rows(
      Math.min(bytes, PART_BYTES),
      index => `<a:p><a:r><a:rPr b="1"/><a:t>${sentence(index * count + at)}</a:t></a:r></a:p>`,
    )
  writeDeck(file, count, at => `<p:sp><p:txBody>${paragraphs(at)}</p:txBody></p:sp>`)
}

/** A presentation as programs write it: each slide has a title, five points, a table and the place of a picture. */
export function writeSlides(file: string, bytes: number): void {
  const frame = (at: number): string =>
    `<a:xfrm><a:off x="838200" y="${at * 365125}"/><a:ext cx="10515600" cy="1325563"/></a:xfrm>`
  const named = (id: number, name: string, is = ''): string =>
    `<p:cNvPr id="${id}" name="${name} ${id - 1}"><a:extLst><a:ext uri="{FF2B5EF4-FFF2-40B4-BE49-F238E27FC236}"><a16:creationId xmlns:a16="http://schemas.microsoft.com/office/drawing/2014/main" id="{7D3C1B1E-6B5A-4C4F-9F0D-${String(id).padStart(12, '0')}}"/></a:ext></a:extLst></p:cNvPr>${is}`
  const line = (text: string, level = ''): string =>
    `<a:p>${level}<a:r><a:rPr lang="en-US" sz="2000" dirty="0"/><a:t>${text}</a:t></a:r><a:endParaRPr lang="en-US" sz="2000" dirty="0"/></a:p>`
  const box = (id: number, name: string, placeholder: string, lines: string): string =>
    `<p:sp><p:nvSpPr>${named(id, name)}<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${placeholder}/></p:nvPr></p:nvSpPr><p:spPr>${frame(id)}</p:spPr><p:txBody><a:bodyPr><a:normAutofit/></a:bodyPr><a:lstStyle/>${lines}</p:txBody></p:sp>`
  const cell = (text: string): string =>
    `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${line(text)}</a:txBody><a:tcPr marL="91440" marR="91440" anchor="ctr"/></a:tc>`
  const slide = (at: number): string => {
    const [first, ...points] = Array.from({ length: 6 }, (_, nth) => sentence(at * 12 + nth))
    const cells = Array.from({ length: 6 }, (_, nth) => cell(`${WORDS[(at + nth) % WORDS.length]} ${at}`))
    const table = [cells.slice(0, 3), cells.slice(3)].map(row => `<a:tr h="370840">${row.join('')}</a:tr>`).join('')
    const grid = '<a:gridCol w="3505200"/>'.repeat(3)
    return [
      box(2, 'Title', 'type="title"', line(first ?? '')),
      box(
        3,
        'Content Placeholder',
        'idx="1"',
        points
          .map(point =>
            line(
              point,
              '<a:pPr marL="342900" indent="-342900"><a:buFont typeface="Arial" panose="020B0604020202020204" pitchFamily="34" charset="0"/><a:buChar char="•"/></a:pPr>',
            ),
          )
          .join(''),
      ),
      `<p:graphicFrame><p:nvGraphicFramePr>${named(4, 'Table', '<p:cNvGraphicFramePr/>')}<p:nvPr/></p:nvGraphicFramePr><a:graphic><a:graphicData uri="${MAIN}/drawingml/2006/table"><a:tbl><a:tblPr firstRow="1" bandRow="1"/><a:tblGrid>${grid}</a:tblGrid>${table}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
      `<p:pic><p:nvPicPr>${named(5, 'Picture', '<p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr>')}<p:nvPr/></p:nvPicPr><p:blipFill><a:blip/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${frame(5)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`,
    ].join('')
  }
  writeDeck(file, Math.max(1, Math.round(bytes / slide(0).length)), slide)
}

function writeDeck(file: string, count: number, shapes: (at: number) => string): void {
  const xmlns = `xmlns:p="${MAIN}/presentationml/2006/main" ${XMLNS}`
  const slide = (at: number): Made => ({
    name: `ppt/slides/slide${at + 1}.xml`,
    content: `<?xml version="1.0"?><p:sld ${xmlns}><p:cSld><p:spTree>${shapes(at)}</p:spTree></p:cSld></p:sld>`,
  })
  const slides = Array.from({ length: count }, (_, at) => slide(at))
  const ids = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="r${at}"/>`).join('')
  writeFileSync(
    file,
    zipOf([
      types(
        ['ppt/presentation.xml', 'presentationml.presentation.main'],
        ...slides.map(({ name }) => [String(name), 'presentationml.slide'] as const),
      ),
      relations('_rels/.rels', ['officeDocument', 'ppt/presentation.xml']),
      relations(
        'ppt/_rels/presentation.xml.rels',
        ...slides.map((_, at) => ['slide', `slides/slide${at + 1}.xml`] as const),
      ),
      {
        name: 'ppt/presentation.xml',
        content: `<p:presentation ${xmlns}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
      },
      ...slides,
    ]),
  )
}

/** Stories of a quarter of a megabyte each. */
export function writeStories(file: string, bytes: number): void {
  const count = Math.max(1, Math.round(bytes / PART_BYTES))
  const xmlns = 'xmlns:idPkg="http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging" DOMVersion="8.0"'
  const stories = Array.from(
    { length: count },
    (_, at): Made => ({
      name: `Stories/Story_u${at}.xml`,
      content: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><idPkg:Story ${xmlns}><Story Self="u${at}">${rows(Math.min(bytes, PART_BYTES), index => `<ParagraphStyleRange AppliedParagraphStyle="ParagraphStyle/a"><CharacterStyleRange AppliedCharacterStyle="CharacterStyle/a"><Content>${sentence(index * count + at)}</Content><Br/></CharacterStyleRange></ParagraphStyleRange>`)}</Story></idPkg:Story>`,
    }),
  )
  const listed = stories.map(({ name }) => `<idPkg:Story src="${name}"/>`).join('')
  writeFileSync(
    file,
    zipOf([
      { name: 'mimetype', content: 'application/vnd.adobe.indesign-idml-package', method: 0 },
      {
        name: 'designmap.xml',
        content: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Document ${xmlns} Self="d" StoryList="${stories.map((_, at) => `u${at}`).join(' ')}">${listed}</Document>`,
      },
      ...stories,
    ]),
  )
}
