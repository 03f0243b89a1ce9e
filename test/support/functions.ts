import { parseSync, Visitor } from 'rolldown/utils'
import type { TreeFile } from './tree.ts'

/** A function, method or arrow in a file, with the lines it takes from its first word to its last brace. */
export interface FunctionSize {
  /** `src/a.ts:12`. */
  readonly place: string
  readonly lines: number
}

/** The functions that stand in a file, those inside others too. Each counts all that it holds. */
export function functionsIn({ name, text }: Pick<TreeFile, 'name' | 'text'>): FunctionSize[] {
  const found: FunctionSize[] = []
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length
  const add = ({ start, end }: { readonly start: number; readonly end: number }): void => {
    const first = lineAt(start)
    found.push({ place: `${name}:${first}`, lines: lineAt(end) - first + 1 })
  }
  const { program } = parseSync(name, text)
  new Visitor({ FunctionDeclaration: add, FunctionExpression: add, ArrowFunctionExpression: add }).visit(program)
  return found
}
