import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ERRORS, isErrorCode } from '../../src/contract/errors.ts'
import { FAMILIES, FILE_KINDS, familyOf, MAX_UPLOAD_BYTES } from '../../src/contract/formats.ts'
import { COMMON_ERRORS } from '../../src/contract/operation.ts'
import { OPERATIONS } from '../../src/contract/operations.ts'
import { isScope, SCOPE_NAMES, SCOPES } from '../../src/contract/scopes.ts'
import { ROOT } from '../support/tree.ts'

/** The tables of the API document that are kept here, and the document itself where it lies beside the project. */
const DOCUMENTS = [
  { document: 'the tables kept here', file: path.join(ROOT, 'test', 'contract', 'document.md') },
  { document: 'the API document', file: path.join(ROOT, '..', 'shared', 'translation-service-api.md') },
].flatMap(({ document, file }) => (existsSync(file) ? [{ document, written: readFileSync(file, 'utf8') }] : []))

/** The endpoints that a document names, e.g. `GET /v1/account`, each once. */
function endpoints(written: string): string[] {
  return [...new Set([...written.matchAll(/\b(?:GET|POST) \/v1\/[\w{}/]+/g)].map(([endpoint]) => endpoint))]
}

/** Cells of the table rows below a heading of a document. */
function table(written: string, heading: string): string[][] {
  const section = written.split(`### ${heading}\n`)[1]?.split('\n#')[0] ?? ''
  const rows = section.split('\n').filter(line => line.startsWith('|'))
  return rows.slice(2).map(row =>
    row
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )
}

describe('the operations', () => {
  it('have one id, method and path each, all below /v1 [ENV-3]', () => {
    expect(new Set(OPERATIONS.map(one => one.id)).size).toBe(OPERATIONS.length)
    expect(new Set(OPERATIONS.map(one => `${one.method} ${one.path}`)).size).toBe(OPERATIONS.length)
    expect(OPERATIONS.filter(one => !one.path.startsWith('/v1/'))).toEqual([])
  })

  it('take exactly the path parameters of their path', () => {
    for (const { path: route, params } of OPERATIONS) {
      const named = [...route.matchAll(/\{(\w+)\}/g)].map(match => match[1])
      expect(Object.keys(params.shape)).toEqual(named)
    }
  })

  it('refuse unknown body properties wherever they take a body [ENV-3]', () => {
    for (const { id, body } of OPERATIONS) {
      const issues = body.safeParse({ surely_unknown: 1 }).error?.issues ?? []
      expect(
        issues.map(issue => issue.code),
        id,
      ).toContain('unrecognized_keys')
    }
  })

  it('retry only what may be repeated [ERR-3]', () => {
    const retry = Object.fromEntries(OPERATIONS.map(one => [one.id, one.retry]))
    for (const one of OPERATIONS) {
      if (['GET', 'PUT', 'DELETE'].includes(one.method)) expect(one.retry, one.id).toBe('safe')
      else expect(['keyed', 'never'], one.id).toContain(one.retry)
    }
    expect(retry['batches.create']).toBe('keyed')
    expect(OPERATIONS.filter(one => one.retry === 'keyed').map(one => one.id)).toEqual(['batches.create'])
  })

  it('ask for a scope that exists and opens something [SCP-1]', () => {
    for (const { id, scope } of OPERATIONS) {
      expect(isScope(scope), id).toBe(true)
      expect(SCOPES[scope].reserved, id).toBe(false)
    }
  })

  it('name only codes of the tables, none twice', () => {
    for (const { id, errors } of OPERATIONS) {
      expect(new Set([...errors, ...COMMON_ERRORS]).size, id).toBe(errors.length + COMMON_ERRORS.length)
    }
  })

  it.each(DOCUMENTS)('include every endpoint that $document names', ({ written }) => {
    const known = OPERATIONS.map(one => `${one.method} ${one.path}`)
    expect(endpoints(written).length).toBe(10)
    expect(endpoints(written).filter(one => !known.includes(one))).toEqual([])
  })
})

describe('the error tables', () => {
  it.each(DOCUMENTS)('hold every code of $document with its status and type [ERR-1]', ({ written }) => {
    const codes = table(written, 'Codes')
    expect(codes.length).toBe(26)
    for (const [code = '', status, type] of codes) {
      expect(isErrorCode(code), code).toBe(true)
      if (isErrorCode(code)) expect([String(ERRORS[code].status), ERRORS[code].type], code).toEqual([status, type])
    }
    const creation = table(written, 'Codes of the creation and approval flow')
    for (const [names = '', listed = ''] of creation) {
      for (const code of names.split(', ')) {
        expect(isErrorCode(code), code).toBe(true)
        if (isErrorCode(code) && /^\d/.test(listed)) expect(`${ERRORS[code].status} group`, code).toBe(listed)
      }
    }
    const all = [...codes.map(([code]) => code), ...creation.flatMap(([names = '']) => names.split(', '))]
    expect(Object.keys(ERRORS).sort()).toEqual([...new Set(all)].sort())
  })

  it('give a status one meaning [ERR-2]', () => {
    const types: Record<number, readonly string[]> = {
      400: ['invalid_request_error'],
      401: ['authentication_error'],
      402: ['conflict_error'],
      403: ['permission_error'],
      404: ['not_found_error'],
      409: ['conflict_error'],
      410: ['not_found_error'],
      413: ['invalid_request_error'],
      422: ['invalid_request_error'],
      429: ['rate_limit_error'],
      500: ['api_error'],
      503: ['api_error'],
    }
    for (const [code, { status, type }] of Object.entries(ERRORS)) expect(types[status], code).toContain(type)
  })
})

describe('the scopes', () => {
  it.each(DOCUMENTS)('are those of $document [SCP-1]', ({ written }) => {
    expect(Object.keys(SCOPES).sort()).toEqual([...SCOPE_NAMES].sort())
    expect(
      table(written, 'Scopes')
        .map(([scope]) => scope)
        .sort(),
    ).toEqual([...SCOPE_NAMES].sort())
  })

  it('leave batches:create alone out of the default ceiling', () => {
    expect(SCOPE_NAMES.filter(scope => !SCOPES[scope].default_ceiling)).toEqual(['batches:create'])
  })
})

describe('the formats', () => {
  it('are twelve families with ceilings from 4 to 60 MB [LIM-2, LIM-3]', () => {
    const ceilings = Object.values(FAMILIES).map(family => family.ceiling_bytes / 1024 / 1024)
    expect(ceilings.length).toBe(12)
    expect(Math.min(...ceilings)).toBe(4)
    expect(Math.max(...ceilings)).toBe(60)
    expect(MAX_UPLOAD_BYTES).toBe(60 * 1024 * 1024)
    expect(FAMILIES.po.ceiling_bytes).toBe(4 * 1024 * 1024)
  })

  it('are taken in a zip, too, which is no family but as large as the largest of them [LIM-2]', () => {
    expect(Object.keys(FILE_KINDS)).toEqual([...Object.keys(FAMILIES), 'odf', 'catalogue', 'prose', 'zip'])
    expect(FILE_KINDS.zip.ceiling_bytes).toBe(MAX_UPLOAD_BYTES)
  })

  it('are more than the contract names: OpenDocument has the ceiling of its sisters of Office', () => {
    const { extensions, ceiling_bytes } = FILE_KINDS.odf
    expect(Object.keys(extensions)).toEqual(['odt', 'ods', 'odp', 'odg'])
    expect([FAMILIES.docx, FAMILIES.xlsx, FAMILIES.pptx].map(family => family.ceiling_bytes)).toEqual([
      ceiling_bytes,
      ceiling_bytes,
      ceiling_bytes,
    ])
    expect(familyOf('a.ODT')?.media_type).toBe('application/vnd.oasis.opendocument.text')
  })

  it('are chosen by the last extension, whatever its case', () => {
    expect(familyOf('Report.Final.JSON')?.family).toBe('json')
    expect(familyOf('/a/b.c/README')).toBeUndefined()
    expect(familyOf('strings.de.po')?.family).toBe('po')
    expect(familyOf('x.exe')).toBeUndefined()
    expect(familyOf('x.__proto__')).toBeUndefined()
  })
})

describe('the assumptions', () => {
  const text = readFileSync(path.join(ROOT, 'src/contract/assumptions.md'), 'utf8')

  it('are one line each and linked to the schema that holds them', () => {
    const lines = text.split('\n').filter(line => line.startsWith('- '))
    expect(lines.length).toBeGreaterThan(25)
    for (const line of lines) {
      const link = /\]\(([\w.]+)\)$/.exec(line)?.[1] ?? ''
      expect(existsSync(path.join(ROOT, 'src/contract', link)), line).toBe(true)
    }
  })

  it('are named where they hold, by their section', () => {
    const unnamed = text.split('\n## ').flatMap(section => {
      const [title = '', ...lines] = section.split('\n')
      const files = lines.flatMap(line => /^- .*\]\(([\w.]+)\)$/.exec(line)?.[1] ?? [])
      return [...new Set(files)].flatMap(file => {
        const source = readFileSync(path.join(ROOT, 'src/contract', file), 'utf8')
        return new RegExp(`assumptions\\.md, [^).]*\\b${title}\\b`).test(source) ? [] : `${title}: ${file}`
      })
    })
    expect(unnamed).toEqual([])
  })

  it.each(DOCUMENTS)('name every operation that $document does not', ({ written }) => {
    const known = new Set(endpoints(written))
    const assumed = OPERATIONS.filter(one => !known.has(`${one.method} ${one.path}`))
    for (const one of assumed)
      expect(text, one.id).toContain(one.path.startsWith('/v1/glossaries') ? '/v1/glossaries' : one.path)
  })
})

it('reads a longer answer than it knows, and names a missing field [ENV-4]', () => {
  const batches = OPERATIONS.find(one => one.id === 'batches.get')
  const batch = {
    id: 'bat_1',
    name: null,
    file_name: 'a.json',
    status: 'queued',
    translation_mode: null,
    quality_tier: null,
    word_count: null,
    credit_cost: null,
    is_sample: false,
    archived: false,
    progress: { phase: null, percent: null, updated_at: null },
    error: null,
    created_at: null,
    completed_at: null,
  }
  expect(batches?.data.safeParse({ ...batch, invented_later: { deep: 1 } }).success).toBe(true)
  const { status: _status, ...without } = batch
  expect(z.safeParse(batches?.data ?? z.never(), without).error?.issues[0]?.path).toEqual(['status'])
})
