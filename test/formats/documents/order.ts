/** Whether the elements of Open XML stand in their order, by the schemas of ECMA-376: a folder of them, which is no part of the project. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf } from '../files.ts'
import type { DocumentFamily } from './families.ts'

const XML = 'http://www.w3.org/XML/1998/namespace'
const OF_XML = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="${XML}"><xsd:attribute name="space"/><xsd:attribute name="lang"/></xsd:schema>`

/** A copy of the schemas that says where the attributes of XML itself are declared, as xmllint has to be told. */
export function readySchemas(folder: string): string {
  const ready = mkdtempSync(join(tmpdir(), 'schemas-'))
  for (const name of readdirSync(folder).filter(each => each.endsWith('.xsd'))) {
    const schema = readFileSync(join(folder, name), 'utf8')
    const said = `<xsd:import namespace="${XML}" schemaLocation="xml.xsd"/>`
    writeFileSync(
      join(ready, name),
      schema.replace(/<xsd:import\s+namespace="[^"]*XML\/1998\/namespace"[^>]*\/>/, said),
    )
  }
  writeFileSync(join(ready, 'xml.xsd'), OF_XML)
  return ready
}

/** The members of a package that a schema is for, by their names. */
async function ordered(bytes: Buffer, { schemas = [] }: DocumentFamily): Promise<Map<string, Member>> {
  const archive = await openZip(opened(bytes)())
  const found = new Map<string, Member>()
  for (const name of archive.names) {
    const schema = schemas.find(([member]) => member.test(name))?.[1]
    if (schema) found.set(name, { schema, xml: withoutExtensions(await bytesOf(archive.content(name))) })
  }
  return found
}

interface Member {
  readonly schema: string
  readonly xml: string
}

/** What xmllint says of members, without the places: what a schema is against in a source, it may be against in its result as often. */
function violations(members: ReadonlyMap<string, Member>, folder: string): string[] {
  const place = mkdtempSync(join(tmpdir(), 'order-'))
  const schemas = new Set([...members.values()].map(({ schema }) => schema))
  const found = [...schemas].flatMap(schema => {
    const names = [...members.keys()].filter(name => members.get(name)?.schema === schema)
    for (const name of names) writeFileSync(join(place, fileFor(name)), members.get(name)?.xml ?? '')
    const { stderr, status } = spawnSync(
      'xmllint',
      ['--noout', '--huge', '--schema', join(folder, schema), ...names.map(fileFor)],
      { cwd: place, encoding: 'utf8', maxBuffer: 2 ** 28 },
    )
    const usable = [0, 3].includes(status ?? -1)
    const invalid = stderr.split('\n').filter(line => line.includes('Schemas validity error'))
    return [
      ...(usable ? [] : [`${schema} cannot be used: ${stderr.slice(0, 300)}`]),
      ...invalid.map(line => line.replace(/^([^:]*):\d+: .*?Schemas validity error : /, '$1: ')),
    ]
  })
  rmSync(place, { recursive: true })
  return found
}

const fileFor = (name: string): string => name.replaceAll('/', '+')

/**
 * What programs added later is no part of the schemas, nor are the choices between it and what they know. Excel writes `xml:space` beside its
 * texts, which the schema forgot. A strict document is held to the schemas of the others: its elements have the same names.
 */
function withoutExtensions(content: Buffer): string {
  return content
    .toString()
    .replace(/\s(?:w14|w15|w16\w*|mc|wp14|x14ac|xr\d*|a14|p14):\w+="[^"]*"/g, '')
    .replace(/(<(?:\w+:)?t) xml:space="preserve"(?=>)/g, '$1')
    .replace(/"http:\/\/purl\.oclc\.org\/ooxml\/(\w+)\//g, '"http://schemas.openxmlformats.org/$1/2006/')
}

/** What the result has against the schemas that its source does not have. */
export async function newViolations(
  source: Buffer,
  result: Buffer,
  family: DocumentFamily,
  folder: string,
): Promise<string[]> {
  const [old, made] = [await ordered(source, family), await ordered(result, family)]
  for (const [name, { xml }] of made) {
    if (old.get(name)?.xml !== xml) continue
    old.delete(name)
    made.delete(name)
  }
  const before = violations(old, folder)
  for (const each of before) if (each.includes('cannot be used')) return [each]
  const left = new Map<string, number>()
  for (const each of before) left.set(each, (left.get(each) ?? 0) + 1)
  return violations(made, folder).filter(each => {
    const count = left.get(each) ?? 0
    left.set(each, count - 1)
    return count <= 0
  })
}
