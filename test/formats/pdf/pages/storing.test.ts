import { PDFName } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import {
  dictionaryIn,
  nameOfEntry,
  numbersIn,
  openObjects,
  pageContent,
  pageResources,
  resource,
  streamContent,
} from '../../../../src/formats/pdf/pages/objects.ts'
import {
  namesOn,
  removeOrphans,
  replaceContent,
  replaceForm,
  replaceLanguage,
} from '../../../../src/formats/pdf/pages/storing.ts'
import { madePdf, streamOf, textAt } from './made.ts'

const FORM = streamOf('BT (old) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Matrix[1 0 0 1 2 3]')
const PDF = madePdf([textAt('Roses', 50, 700), textAt('More', 50, 700)], {
  objects: [FORM, '<</Unused true>>'],
  resources: '/XObject<</X1 4 0 R>>',
  root: '/Lang(en)/StructTreeRoot<</Type/StructTreeRoot>>/MarkInfo<</Marked true>>',
})
const opened = async (bytes: Uint8Array = PDF) => await openObjects(bytes)

describe('the objects of a file', () => {
  it('are refused in words where there are none', async () => {
    await expect(openObjects(Buffer.from('no PDF'))).rejects.toMatchObject({ code: 'malformed' })
    await expect(openObjects(Buffer.alloc(0))).rejects.toMatchObject({ code: 'malformed' })
  })

  it('are what a page draws and what its names stand for', async () => {
    const file = await opened()
    const page = file.getPage(0)
    expect(pageContent(page)).toBe(textAt('Roses', 50, 700))
    const { ref, object } = resource(pageResources(page), 'XObject', 'X1')
    expect(ref?.objectNumber).toBe(4)
    expect(streamContent(object)).toBe('BT (old) Tj ET')
    expect(resource(pageResources(page), 'XObject', 'X2')).toEqual({ ref: undefined, object: undefined })
    expect(resource(undefined, 'XObject', 'X1')).toEqual({ ref: undefined, object: undefined })
  })

  it('are nothing where an entry is of another kind', async () => {
    const file = await opened()
    const [root, form] = [file.catalog, resource(pageResources(file.getPage(0)), 'XObject', 'X1').object]
    expect(nameOfEntry(root, 'Type')).toBe('Catalog')
    expect(nameOfEntry(root, 'Lang')).toBeUndefined()
    expect(nameOfEntry(undefined, 'Type')).toBeUndefined()
    expect(dictionaryIn(root, 'MarkInfo')).toBeDefined()
    expect(dictionaryIn(root, 'Lang')).toBeUndefined()
    const own = form !== undefined && 'dict' in form ? form.dict : undefined
    expect(own).toBeDefined()
    expect(numbersIn(root, 'Lang', 1)).toBeUndefined()
    expect(streamContent(root)).toBeUndefined()
  })
})

describe('what is put in the place of other objects', () => {
  it('is the content of a page, which leaves it as it was before what comes after it', async () => {
    const file = await opened()
    const page = file.getPage(0)
    const drawn = { text: '', form: undefined, open: 2, unopened: 1, in_text: true }
    replaceContent(page, drawn, 'BT (new) Tj', 'after')
    expect(pageContent(page)).toBe('q q \nBT (new) Tj\nET\nQ Q Q \nafter\n')
    expect(pageContent(file.getPage(1))).toBe(textAt('More', 50, 700))
  })

  it('is the content of a form, which keeps all else that it says of itself', async () => {
    const file = await opened()
    const { ref } = resource(pageResources(file.getPage(0)), 'XObject', 'X1')
    if (ref === undefined) throw new Error('the form is there')
    replaceForm(file, ref, 'BT (new) Tj ET')
    const { object } = resource(pageResources(file.getPage(0)), 'XObject', 'X1')
    expect(streamContent(object)).toBe('BT (new) Tj ET')
    expect(object?.toString()).toContain('/Matrix [ 1 0 0 1 2 3 ]')
    expect(object?.toString()).toContain('/Filter /FlateDecode')
  })

  it('is the language, where the file says one; tags for who listens would say the old text, and go', async () => {
    const file = await opened()
    replaceLanguage(file, 'de')
    expect(file.catalog.toString()).toContain('/Lang (de)')
    expect(file.catalog.toString()).not.toMatch(/StructTreeRoot|MarkInfo/)
    const silent = await opened(madePdf(['']))
    replaceLanguage(silent, 'de')
    expect(silent.catalog.has(PDFName.of('Lang'))).toBe(false)
  })
})

describe('names on a page', () => {
  it('are new ones, of this page alone, and the same for the same', async () => {
    const file = await opened(madePdf(['', ''], { resources: '/ExtGState<</Seen1<</ca 1>>>>' }))
    const [one, other] = [namesOn(file.getPage(0), 'Tag'), namesOn(file.getPage(1), 'Tag')]
    expect([one.alpha(0.5), one.alpha(0.25), one.alpha(0.5)]).toEqual(['Seen2', 'Seen3', 'Seen2'])
    expect(other.alpha(0.25)).toBe('Seen2')
    expect(one.tag).toBe('Tag')
    const stateOf = (page: number, name: string) =>
      resource(pageResources(file.getPage(page)), 'ExtGState', name).object?.toString()
    expect(stateOf(0, 'Seen2')).toContain('/ca 0.5')
    expect(stateOf(0, 'Seen1')).toContain('/ca 1')
    expect(stateOf(1, 'Seen3')).toBeUndefined()
  })
})

describe('what nothing refers to', () => {
  it('goes, and all else stays', async () => {
    const file = await opened()
    const numbers = () => file.context.enumerateIndirectObjects().map(([ref]) => ref.objectNumber)
    const before = numbers()
    removeOrphans(file)
    expect(before.filter(number => !numbers().includes(number))).toEqual([5])
  })
})
