/** Translation files of Qt for tests. */

/** A message as Qt Linguist writes it. `before` and `after` the source: places; comments. */
export function message(source: string, translation: string, more: readonly string[] = [], numerus = false): string {
  const places = more.filter(line => line.startsWith('<location'))
  const others = more.filter(line => !line.startsWith('<location'))
  const lines = [...places, `<source>${source}</source>`, ...others, ...(translation === '' ? [] : [translation])]
  return [
    `    <message${numerus ? ' numerus="yes"' : ''}>`,
    ...lines.map(line => `        ${line}`),
    '    </message>',
  ].join('\n')
}

export function context(name: string, ...messages: readonly string[]): string {
  return ['<context>', `    <name>${name}</name>`, ...messages, '</context>'].join('\n')
}

/** A file in German, whose messages are in one context where they are none. */
export function ts(...parts: readonly string[]): string {
  const contexts = parts.every(part => part.startsWith('<context>')) ? parts : [context('Window', ...parts)]
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<!DOCTYPE TS>',
    '<TS version="2.1" language="de">',
    ...contexts,
    '</TS>',
    '',
  ].join('\n')
}
