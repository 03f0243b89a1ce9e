import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './tree.ts'

/** A line that a page tells its reader to type. */
export interface ShellLine {
  /** Path of the page below the project. */
  readonly page: string
  readonly line: string
}

/** The pages for people at the top of the project and in docs/, as paths below the project. */
export function pages(): string[] {
  const docs = readdirSync(path.join(ROOT, 'docs')).map(name => `docs/${name}`)
  return [...readdirSync(ROOT), ...docs].filter(name => name.endsWith('.md')).sort()
}

/** The pages that each begin with what one kind of reader wants to do. Their blocks are run in turn, as that reader pastes them. */
export const READER_PAGES = ['assistants', 'sync', 'ci', 'team', 'own-key', 'api'].map(name => `docs/${name}.md`)

/** A line that serves or watches until it is ended, and what it says once it does. */
export const SERVES = /^(?:translation-mcp (?:http|service|watch)\b|npm start$)/
export const SERVING = /^(?:It listens on|Its key is in|MCP is served at|Watching) /m

/** The blocks of a page that are marked `sh`, as they stand there. */
export function shellBlocks(page: string): string[] {
  const text = readFileSync(path.join(ROOT, page), 'utf8')
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
}

/** The lines of the blocks of a page that are marked `sh`, without the remarks behind them, in their order. */
export function shellLines(page: string): ShellLine[] {
  return shellBlocks(page)
    .flatMap(block => block.split('\n'))
    .map(line => line.replace(/\s+#\s.*$/, '').trim())
    .filter(line => line !== '')
    .map(line => ({ page, line }))
}
