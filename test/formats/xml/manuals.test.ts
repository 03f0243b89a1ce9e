import { describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/format.ts'
import { built, bytesOf, marked, opened, rewrite, unitsOf, verify } from '../files.ts'

const GERMAN = { language: 'de' }

const TOPIC = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE concept PUBLIC "-//OASIS//DTD DITA Concept//EN" "concept.dtd">
<concept id="beds" xml:lang="en">
  <title>Beds</title>
  <shortdesc>What a <term>bed</term> is.</shortdesc>
  <conbody>
    <p>Dig it <b>deep</b>, then see <xref href="b.dita">the next step</xref>.</p>
    <codeblock>dig --deep</codeblock>
    <draft-comment>Ask the gardener.</draft-comment>
  </conbody>
</concept>
`
const MAP = `<map xml:lang="en">
  <title>The garden</title>
  <topicref href="beds.dita"><topicmeta><navtitle>All beds</navtitle></topicmeta></topicref>
</map>
`
const ARTICLE = `<article xmlns="http://docbook.org/ns/docbook" xml:lang="en">
  <title>Beds</title>
  <para>Dig it <emphasis>deep</emphasis>.</para>
  <programlisting>dig --deep</programlisting>
  <itemizedlist><listitem><para>Water it.</para></listitem></itemizedlist>
</article>
`

const said = (units: readonly Unit[]) => units.filter(({ text }) => text !== '').map(unit => unit.left_out ?? unit.text)

describe('a manual', () => {
  it.each([
    [
      'dita',
      TOPIC,
      ['Beds', 'What a <g1>bed</g1> is.', 'Dig it <g1>deep</g1>, then see <g2>the next step</g2>.', 'code', 'comment'],
    ],
    ['ditamap', MAP, ['The garden', 'All beds']],
    ['dbk', ARTICLE, ['Beds', 'Dig it <g1>deep</g1>.', 'code', 'Water it.']],
    ['docbook', ARTICLE, ['Beds', 'Dig it <g1>deep</g1>.', 'code', 'Water it.']],
  ])('named .%s is read as the XML that it is, and says its new language', async (extension, content, expected) => {
    const format = built(extension)
    const open = opened(content)
    expect(said(await unitsOf(format, open))).toEqual(expected)
    expect((await bytesOf(rewrite(format, open, () => undefined, GERMAN))).toString()).toBe(content)
    const say = ({ left_out, text }: Unit) => (left_out === undefined ? `${marked('x')} ${text}` : undefined)
    const result = await bytesOf(rewrite(format, open, say, GERMAN))
    expect(await verify(format, open, opened(result), say, GERMAN)).toEqual([])
    expect(result.toString()).toContain('xml:lang="de"')
  })
})
