/** Workbooks of Excel made for tests. */
import { type Made, zipOf } from '../bytes/zip/zips.ts'
import { relationsXml } from '../docx/documents.ts'

export const S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'

export interface MadeSheet {
  readonly name: string
  readonly rows: string
  readonly state?: string
  /** In front of the rows, and behind them. */
  readonly before?: string
  readonly after?: string
  readonly relations?: readonly (readonly [type: string, target: string])[]
}

/** A workbook with these sheets, and what is in each shared string. `others`: more members, or others in place of those; without strings, it has no list of them. */
export function workbookOf(
  sheets: readonly MadeSheet[],
  strings: readonly string[] | undefined,
  others: readonly Made[] = [],
): Buffer {
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"${state ? ` state="${state}"` : ''}/>`,
  )
  const relations = sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const)
  const shared = strings?.map(content => `<si>${content}</si>`).join('')
  const own: readonly Made[] = [
    { name: '[Content_Types].xml', content: typesOf(sheets.length) },
    { name: '_rels/.rels', content: relationsXml(['officeDocument', 'xl/workbook.xml']) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${S} xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationsXml(...relations, ...(strings ? [['sharedStrings', 'sharedStrings.xml'] as const] : [])),
    },
    ...sheets.map((sheet, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, content: sheetXml(sheet) })),
    ...sheets.flatMap(({ relations: its }, at) =>
      its ? [{ name: `xl/worksheets/_rels/sheet${at + 1}.xml.rels`, content: relationsXml(...its) }] : [],
    ),
    ...(shared === undefined
      ? []
      : [
          {
            name: 'xl/sharedStrings.xml',
            content: `<sst ${S} count="9" uniqueCount="${strings?.length}">${shared}</sst>`,
          },
        ]),
  ]
  return zipOf([...own.filter(({ name }) => !others.some(other => other.name === name)), ...others])
}

function sheetXml({ rows, before = '', after = '' }: MadeSheet): string {
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet ${S}>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`
}

function typesOf(sheets: number): string {
  const one = (part: string, type: string): string => `<Override PartName="${part}" ContentType="${type}"/>`
  const kind = (name: string): string => `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`
  const all = Array.from({ length: sheets }, (_, at) => one(`/xl/worksheets/sheet${at + 1}.xml`, kind('worksheet')))
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${one('/xl/workbook.xml', MAIN)}${one('/xl/sharedStrings.xml', kind('sharedStrings'))}${all.join('')}</Types>`
}

/** A row of cells: the number of a shared string, a text of its own, or markup. */
export function row(number: number, cells: readonly (number | string)[]): string {
  const written = cells.map((cell, at) => {
    const name = `${String.fromCharCode(65 + at)}${number}`
    if (typeof cell === 'number') return `<c r="${name}" t="s"><v>${cell}</v></c>`
    if (cell === '' || cell.startsWith('<')) return cell.replaceAll('NAME', name)
    return `<c r="${name}" t="inlineStr"><is><t>${cell}</t></is></c>`
  })
  return `<row r="${number}">${written.join('')}</row>`
}
