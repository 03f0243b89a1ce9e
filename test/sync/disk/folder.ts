import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** A folder of files that each test has anew. */
export interface TestFolder {
  /** Its path, absolute. */
  readonly at: string
  place(name: string): string
  write(files: Readonly<Record<string, string | object>>): void
  read(name: string): string
}

export function eachInFolder(): TestFolder {
  let at = ''
  beforeEach(() => {
    at = mkdtempSync(path.join(tmpdir(), 'sync-'))
  })
  afterEach(() => rmSync(at, { recursive: true, force: true }))
  const place = (name: string) => path.join(at, name)
  return {
    get at() {
      return at
    },
    place,
    write(files) {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(path.dirname(place(name)), { recursive: true })
        writeFileSync(place(name), typeof content === 'string' ? content : JSON.stringify(content))
      }
    },
    read: name => readFileSync(place(name), 'utf8'),
  }
}
