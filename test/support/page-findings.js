// Runs inside a page: what is wrong with it for somebody who reads it by ear, by keyboard, or with weak eyes.
;(() => {
  const found = []
  // What is hidden is nobody's yet.
  const all = selector => [...document.querySelectorAll(selector)].filter(element => !element.closest('[hidden]'))
  const called = element => element.outerHTML.slice(0, 120)
  const expectThat = (holds, what, element) => holds || found.push(element ? `${what}: ${called(element)}` : what)

  expectThat(document.documentElement.lang === 'en', 'the page does not say its language')
  expectThat(document.title.trim() !== '', 'the page has no title')
  expectThat(all('h1').length === 1, `the page has ${all('h1').length} main headings`)
  expectThat(all('main').length === 1 && all('main h1').length === 1, 'the main heading is not in one main landmark')
  expectThat(all('body > :not(header, main)').length === 0, 'something is outside the landmarks')
  let level = 0
  for (const heading of all('h1, h2, h3, h4')) {
    const own = Number(heading.localName[1])
    expectThat(own <= level + 1, 'a level of headings is left out', heading)
    level = own
  }
  const ids = all('[id]').map(({ id }) => id)
  expectThat(new Set(ids).size === ids.length, 'an id is there twice')
  for (const element of all('[aria-describedby], [form]')) {
    const names = `${element.getAttribute('aria-describedby') ?? ''} ${element.getAttribute('form') ?? ''}`
    for (const id of names.split(' ').filter(Boolean))
      expectThat(document.getElementById(id), `there is no ${id}`, element)
  }
  for (const input of all('input:not([type=hidden])'))
    expectThat(input.labels.length > 0, 'a field has no label', input)
  for (const group of all('fieldset')) expectThat(group.querySelector('legend'), 'a group has no legend', group)
  for (const target of all('button, a'))
    expectThat(target.textContent.trim() !== '', 'nothing says what this does', target)
  for (const list of all('ul'))
    expectThat(
      all('li').length > 0 && [...list.children].every(({ localName }) => localName === 'li'),
      'a list of something else',
      list,
    )
  for (const drawing of all('svg'))
    expectThat(drawing.getAttribute('aria-hidden') === 'true', 'a drawing is read out', drawing)
  // A page that has a script has one, as a module whose hash its policy names.
  expectThat(all('script:not([type=module]), [onclick], [onload], [style]').length === 0, 'something is inline')
  for (const target of all('button, input:not([type=hidden], [type=checkbox])')) {
    const { width, height } = target.getBoundingClientRect()
    expectThat(width >= 24 && height >= 24, `a target is ${width} by ${height}`, target)
  }
  for (const label of all('label:has([type=checkbox])'))
    expectThat(label.getBoundingClientRect().height >= 24, 'a low row', label)
  expectThat(
    document.documentElement.scrollWidth <= innerWidth,
    `the page is ${document.documentElement.scrollWidth} wide`,
  )

  const numbers = colour => (colour.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = colour => {
    const [red = 0, green = 0, blue = 0] = numbers(colour).map(part => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrast = (one, other) => {
    const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (bright + 0.05) / (dark + 0.05)
  }
  const groundOf = element => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if ((numbers(backgroundColor)[3] ?? 1) > 0) return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    if (texts.currentNode.data.trim() === '' || element.closest('[hidden], script')) continue
    const ratio = contrast(getComputedStyle(element).color, groundOf(element))
    expectThat(ratio >= 4.5, `a contrast of ${ratio.toFixed(2)}`, element)
  }
  for (const field of all('input:not([type=hidden], [type=checkbox], [type=file]), button')) {
    const ratio = contrast(getComputedStyle(field).borderTopColor, groundOf(field.parentElement))
    expectThat(ratio >= 3, `a border with a contrast of ${ratio.toFixed(2)}`, field)
  }
  return found
})()
