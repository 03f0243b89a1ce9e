/** What holds for every Markdown text, whatever is translated in it. */
import { expect } from 'vitest'
import { markdown, mdx } from '../../../src/formats/markdown/markdown.ts'
import { bytesOf, opened, rewrite, verify } from '../files.ts'
import { shapeOf, translated } from './shape.ts'

const GERMAN = { language: 'de' }

/** A text translated into itself stays byte for byte. */
export async function proveUnchanged(source: string): Promise<void> {
  const result = await bytesOf(rewrite(markdown, opened(source), unit => unit.text, GERMAN))
  expect(result.toString('utf8')).toBe(source)
}

/**
 * With every stretch of words changed, only texts differ and an independent reader sees the same structure. How many texts kept
 * their source, since no Markdown says exactly the translation.
 */
export async function proveStructure(
  source: string,
  change: (words: string) => string,
  format: typeof markdown = markdown,
): Promise<number> {
  const translate = translated(change)
  const result = await bytesOf(rewrite(format, opened(source), translate, GERMAN))
  const findings = await verify(format, opened(source), opened(result), translate, GERMAN)
  const damage = findings.filter(finding => finding.kind !== 'text')
  const both = JSON.stringify([source, result.toString('utf8')]).slice(0, 10_000)
  expect(damage, both).toEqual([])
  expect(shapeOf(result.toString('utf8'), format === mdx), both).toBe(shapeOf(source, format === mdx))
  return findings.length
}
