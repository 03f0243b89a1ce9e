import path from 'node:path'
import type { TreeFile } from './tree.ts'

const IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g

/** The files of ours that a file imports: types too, and what it loads later. By their names from the root. */
export function importedBy({ name, text }: Pick<TreeFile, 'name' | 'text'>): string[] {
  return [...text.matchAll(IMPORT)].map(([, target = '']) => path.posix.join(path.posix.dirname(name), target))
}

/** The rings of imports among files: each as the names of all files in it, sorted. Tarjan's strongly connected components. */
export function ringsIn(files: readonly Pick<TreeFile, 'name' | 'text'>[]): string[][] {
  const targets = new Map(files.map(file => [file.name, importedBy(file)]))
  const seen = new Map<string, number>()
  const stack: string[] = []
  const rings: string[][] = []
  /** The earliest file on the stack that can be reached from this one. */
  const visit = (name: string): number => {
    const order = seen.size
    let earliest = order
    seen.set(name, order)
    stack.push(name)
    for (const target of targets.get(name) ?? []) {
      if (!targets.has(target)) continue
      const known = seen.get(target)
      if (known === undefined) earliest = Math.min(earliest, visit(target))
      else if (stack.includes(target)) earliest = Math.min(earliest, known)
    }
    if (earliest < order) return earliest
    const ring = stack.splice(stack.indexOf(name))
    if (ring.length > 1) rings.push(ring.sort())
    return earliest
  }
  for (const { name } of files) if (!seen.has(name)) visit(name)
  return rings
}
