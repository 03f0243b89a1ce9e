import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  chooseFolders,
  isDevice,
  isFarPath,
  isHiddenFile,
  isInside,
  isStream,
  passesHiddenFolder,
} from '../../src/mcp/files/allowed.ts'
import { identityOf } from '../../src/mcp/files/handles.ts'

const { win32, posix } = path
const WORK = 'C:\\Users\\me\\work'

describe('on Windows, an allowed folder', () => {
  it.each([
    ['a file in it', 'C:\\Users\\me\\work\\a.json', true],
    ['a file deep in it', 'C:\\Users\\me\\work\\sub\\a.json', true],
    ['itself', WORK, true],
    ['a file in other letter case', 'c:\\users\\ME\\WORK\\a.json', true],
    ['slashes', 'C:/Users/me/work/a.json', true],
    ['a name that begins with dots', 'C:\\Users\\me\\work\\..odd.txt', true],
    ['a folder beside it with a longer name', 'C:\\Users\\me\\workshop\\a.json', false],
    ['the folder above', 'C:\\Users\\me', false],
    ['a way out', 'C:\\Users\\me\\work\\..\\secret.txt', false],
    ['the same path on another drive', 'D:\\Users\\me\\work\\a.json', false],
    ['a share', '\\\\server\\share\\work\\a.json', false],
    ['the long form of a path', '\\\\?\\C:\\Users\\me\\work\\a.json', false],
    ['a device', '\\\\.\\C:\\Users\\me\\work\\a.json', false],
  ])('holds %s: %s → %s [MCP-10]', (_what, file, inside) => {
    expect(isInside(file, WORK, win32)).toBe(inside)
  })

  it('may be a share, whose other folders stay closed [MCP-10]', () => {
    const share = '\\\\server\\share\\docs'
    expect(isInside('\\\\server\\share\\docs\\a.json', share, win32)).toBe(true)
    expect(isInside('\\\\SERVER\\Share\\docs\\a.json', share, win32)).toBe(true)
    expect(isInside('\\\\server\\other\\docs\\a.json', share, win32)).toBe(false)
    expect(isInside('\\\\evil\\share\\docs\\a.json', share, win32)).toBe(false)
  })

  it.each([
    ['C:\\Users\\me\\work\\.git\\config', true],
    ['C:\\Users\\me\\work\\a\\.ssh\\b\\key', true],
    ['C:/Users/me/work/.vscode/tasks.json', true],
    ['C:\\Users\\me\\work\\a.b\\c.json', false],
    ['C:\\Users\\me\\work\\a.json', false],
  ])('has dot-folders that are closed: %s → %s [MCP-10]', (file, hidden) => {
    expect(passesHiddenFolder(file, WORK, win32)).toBe(hidden)
  })

  it('has hidden files, unless the operator named one, in any letter case [MCP-10]', () => {
    const file = 'C:\\Users\\me\\work\\.env'
    expect(isHiddenFile(file, [WORK], win32)).toBe(true)
    expect(isHiddenFile(file, ['c:\\users\\me\\WORK\\.ENV'], win32)).toBe(false)
    expect(isHiddenFile(`${file}::$DATA`, [WORK], win32)).toBe(true)
  })
})

describe('on Windows, a path', () => {
  it.each([
    '\\\\evil\\share\\a.json',
    '//evil/share/a.json',
    '\\\\?\\C:\\Users\\me\\work\\a.json',
    '\\\\?\\UNC\\evil\\share\\a.json',
    '\\\\.\\pipe\\x',
    '\\\\.\\PhysicalDrive0',
    '\\/evil/share/a.json',
  ])('to another machine or a device is not even looked at: %s [MCP-10]', file => {
    expect(isFarPath(file, [WORK], win32)).toBe(true)
  })

  it('to a share that is allowed is looked at, and one of this machine too [MCP-10]', () => {
    expect(isFarPath('\\\\server\\docs\\a.json', ['\\\\server\\docs\\'], win32)).toBe(false)
    expect(isFarPath('C:\\Users\\me\\work\\a.json', [WORK], win32)).toBe(false)
    expect(isFarPath('a.json', [WORK], win32)).toBe(false)
    expect(isFarPath('//etc/hosts', ['/work'], posix)).toBe(false)
  })

  it.each([
    ['a.txt:hidden', true],
    ['C:\\Users\\me\\work\\a.txt:hidden', true],
    ['C:\\Users\\me\\work\\.env::$DATA', true],
    ['C:\\Users\\me\\work\\a.txt', false],
    ['\\\\server\\share\\a.txt', false],
    ['C:a.txt', false],
  ])('with a colon behind its drive is a hidden stream: %s → %s [MCP-10]', (file, stream) => {
    expect(isStream(file, win32)).toBe(stream)
    expect(isStream(file, posix)).toBe(false)
  })
})

describe('on Windows, a name of a device', () => {
  it.each([
    ['aux', true],
    ['C:\\Users\\me\\work\\com1.txt', true],
    ['sub/NUL', true],
    ['C:\\Users\\me\\work\\con\\a.txt', true],
    ['C:\\Users\\me\\work\\console.txt', false],
    ['auxiliary.json', false],
  ])('is not even looked at, and no file is taken for one: %s → %s [MCP-10]', (file, device) => {
    expect(isDevice(file, win32)).toBe(device)
    expect(isDevice(file, posix)).toBe(false)
  })
})

describe('on Windows, the number of a disk', () => {
  it('is the same whichever way it was asked for: some ways give 64 bits of it, some 32 [MCP-10]', () => {
    const [byName, byHandle] = [
      { dev: 0x1a2b3c4d5e6f7081n, ino: 7n },
      { dev: 0x5e6f7081n, ino: 7n },
    ]
    expect(identityOf(byName)).toBe(identityOf(byHandle))
    expect(identityOf({ ...byName, ino: 8n })).not.toBe(identityOf(byHandle))
    expect(identityOf({ ...byName, dev: 2n })).not.toBe(identityOf(byHandle))
  })
})

describe('on Windows, the allowed folders', () => {
  const some = { named: [], project: undefined, working: 'C:\\Users\\me\\site', home: 'C:\\Users\\me' }
  const own = ['Documents', 'Downloads', 'Desktop'].map(name => `C:\\Users\\me\\${name}`)

  it.each([
    ['those named', { ...some, named: ['D:\\data', 'x'] }, ['D:\\data', 'C:\\Users\\me\\site\\x']],
    ['the project folder', { ...some, project: 'D:\\project' }, ['D:\\project']],
    ['the working folder', some, ['C:\\Users\\me\\site']],
    ['the person’s own instead of home', { ...some, working: 'c:\\users\\ME\\' }, own],
    ['the person’s own instead of the root of a drive', { ...some, working: 'D:\\' }, own],
    ['the person’s own instead of the root of a share', { ...some, working: '\\\\server\\share\\' }, own],
    ['the person’s own instead of all homes', { ...some, working: 'C:\\Users' }, own],
    ['the person’s own instead of Windows', { ...some, working: 'C:\\WINDOWS\\system32' }, own],
    ['the person’s own instead of programs', { ...some, working: 'c:\\program files\\Host' }, own],
    ['the person’s own instead of programs of 32 bits', { ...some, working: 'C:\\Program Files (x86)\\Host' }, own],
    ['the person’s own instead of data of programs', { ...some, working: 'C:\\ProgramData\\Host' }, own],
  ])('are %s [MCP-10]', (_what, surroundings, chosen) => {
    expect(chooseFolders(surroundings, win32)).toEqual(chosen)
  })
})

describe('on Linux and macOS, an allowed folder', () => {
  it.each([
    ['/work/a.json', true],
    ['/work', true],
    ['/workshop/a.json', false],
    ['/work/../etc/passwd', false],
    ['/Work/a.json', false],
  ])('holds %s: %s [MCP-10]', (file, inside) => {
    expect(isInside(file, '/work', posix)).toBe(inside)
  })

  it('is never a system folder or a root that a host started us in [MCP-10]', () => {
    const home = '/Users/me'
    for (const working of [
      '/',
      '/usr/lib',
      '/System/Library',
      '/Applications/Host.app',
      '/Users',
      '/private/..',
      '/tmp',
    ])
      expect(chooseFolders({ named: [], project: undefined, working, home }, posix)[0]).toBe('/Users/me/Documents')
  })
})
