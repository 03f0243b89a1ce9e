/** How a translation memory is written as a file. */
import type { MemoryForm } from '../../service/admin/memory.ts'
import { provenanceOf, TMX_FORM } from '../../service/admin/tmx.ts'
import type { ExportedRow } from '../../service/store/memory-reading.ts'
import { quotedCell } from '../exchange/cell.ts'
import type { MemoryFormat } from './formats.ts'
import { TABLE_COLUMNS } from './table-units.ts'
import { PROVENANCE } from './unit.ts'

export const MEMORY_FORMS: Readonly<Record<MemoryFormat, MemoryForm>> = {
  tmx: TMX_FORM,
  csv: tableForm(','),
  tsv: tableForm('\t'),
}

function tableForm(delimiter: string): MemoryForm {
  const line = (cells: readonly string[]) => `${cells.map(quotedCell).join(delimiter)}\n`
  return { begin: line([...TABLE_COLUMNS, ...PROVENANCE]), unit: row => line(cellsOf(row)), end: '' }
}

function cellsOf(row: ExportedRow): readonly string[] {
  const said = provenanceOf(row)
  const { source_language, target_language, source, text: target } = row
  const columns = { source_language, target_language, source, target, created: new Date(row.created_at).toISOString() }
  return [...TABLE_COLUMNS.map(name => columns[name]), ...PROVENANCE.map(name => said[name])]
}
