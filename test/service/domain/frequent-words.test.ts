import { describe, expect, it } from 'vitest'
import { isPlainlyIn } from '../../../src/service/domain/frequent-words.ts'

const TEXTS: Readonly<Record<string, string>> = {
  en: 'Choose the file that you want to send. The order is not complete: please check your address and the date.',
  de: 'Wählen Sie die Datei, die Sie senden möchten. Die Bestellung ist nicht vollständig: bitte prüfen Sie Ihre Adresse und das Datum.',
  fr: "Choisissez le fichier que vous voulez envoyer. La commande n'est pas complète : vérifiez votre adresse et la date pour les articles.",
  es: 'Elija el archivo que desea enviar. El pedido no está completo: compruebe su dirección y la fecha de los artículos.',
  pt: 'Escolha o arquivo que você quer enviar. O pedido não está completo: confira o seu endereço e a data dos itens para uma entrega em casa.',
  it: 'Scegli il file che vuoi inviare. Il tuo ordine non è completo: controlla il tuo indirizzo e la data degli articoli.',
  nl: 'Kies het bestand dat u wilt sturen. De bestelling is niet compleet: controleer uw adres en de datum van het artikel voor een levering aan huis.',
  sv: 'Välj filen som du vill skicka. Beställningen är inte klar: kontrollera din adress och datum för att gå till kassan.',
  pl: 'Wybierz plik, który chcesz wysłać. Zamówienie nie jest kompletne: można sprawdzić adres przez formularz lub w ustawieniach.',
  ru: 'Выберите файл, который вы хотите отправить. Заказ не готов: проверьте адрес и дату из формы для товаров с доставкой на дом по адресу.',
  id: 'Pilih berkas yang ingin Anda kirim. Pesanan ini tidak lengkap: periksa alamat dan tanggal untuk barang dari toko.',
  tr: 'Göndermek için bir dosya seçin. Bu sipariş tamam değil: adresi ve tarihi bir daha denetleyin veya iptal edin.',
}
const others = (own: string) => Object.entries(TEXTS).filter(([tag]) => tag !== own)

describe('a text', () => {
  it.each(Object.entries(TEXTS))('in %s is plainly that, and none in another language is', (tag, text) => {
    expect(isPlainlyIn(tag, text)).toBe(true)
    expect(others(tag).flatMap(([other, foreign]) => (isPlainlyIn(tag, foreign) ? [other] : []))).toEqual([])
  })

  it('of a region or a script of its own is in its language', () => {
    expect(isPlainlyIn('pt-BR', TEXTS.pt ?? '')).toBe(true)
    expect(isPlainlyIn('en-Latn-GB', TEXTS.en ?? '')).toBe(true)
  })

  it('of which half is in another language is plainly in neither', () => {
    const mixed = `${TEXTS.en}\n${TEXTS.de}`
    expect([isPlainlyIn('en', mixed), isPlainlyIn('de', mixed)]).toEqual([false, false])
  })

  it('that is short, or of names alone, or in a language without a list, is not plainly anything', () => {
    expect(isPlainlyIn('en', 'Save the file')).toBe(false)
    expect(isPlainlyIn('en', 'Acme Widget Turbo Flux '.repeat(50))).toBe(false)
    expect(isPlainlyIn('en', `the ${'Acme Widget Turbo Flux '.repeat(2)}`.repeat(20))).toBe(false)
    expect(isPlainlyIn('ca', TEXTS.es ?? '')).toBe(false)
  })
})
