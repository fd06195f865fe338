/** First names in the forms that people use: short ones, and spellings of one name, in the languages of the lists. */
const VARIANTS = `
alexander alex sasha sandy aleksandr aleksander oleksandr alexandr
aleksandra alexandra sasha sandra
aleksei alexei alexey aleksey alyosha oleksii
anastasia nastya anastasiya
andrew andy drew
andrei andrey andriy
anthony tony antony
benjamin ben benny
boris borya
catherine kate katie cathy katherine kathryn
christopher chris kit
daniel dan danny daniil
david dave davey
dmitry dmitri dima dmitriy dmytro mitya
edward ed eddie ted teddy ned
ekaterina katya yekaterina kateryna
elizabeth liz lizzie beth betty eliza
evgeny yevgeny evgeni evgenii yevgeniy yevgeni zhenya eugene
frederick fred freddie
gennady gennadi gennadiy gena
george georgi georgy georgiy yuri
gregory greg grigory grigori
henry harry hank
igor ihor
ivan vanya
jacob jake yakov
james jim jimmy jamie
john johnny jack jon
jonathan jon
joseph joe joey iosif josef
konstantin kostya
lawrence larry laurence
leonid lyonya
margaret maggie meg peggy
maria masha mariya
matthew matt
michael mike mick mikhail misha mickey
mohammed muhammad mohamed mohammad muhammed mohamad muhamed mehmet md mohd muhammet
natalia natasha nataliya natalya
nicholas nick nicky nikolai nikolay mykola kolya
olga olya
patrick pat paddy
pavel pasha pavlo paul
peter pete petr pyotr petro
philip phil phillip filipp
richard rick dick richie
robert bob rob bobby robbie bert
ronald ron ronnie
samuel sam sammy
sergei sergey serge seryozha serhii serhiy
stanislav stas
stephen steve steven stepan
svetlana sveta
tatiana tanya tatyana
theodore ted theo fyodor fedor
thomas tom tommy
timothy tim
valery valeri valeriy valera
viacheslav vyacheslav slava
victor viktor vic vitya
vladimir vova volodya volodymyr vlad
vladislav vlad
william bill billy will willy liam
yuri yury iurii yurii iouri
abdullah abdallah abdulla abdula
ali aly
hussein husayn hossein hussain husein
ibrahim abraham ebrahim
yusuf joseph yousef youssef yousuf
osama usama
omar umar
hassan hasan
ahmad ahmed ahmet`

const groupsOf = new Map<string, Set<number>>()
for (const [group, line] of VARIANTS.trim().split('\n').entries())
  for (const name of line.split(' ')) groupsOf.set(name, (groupsOf.get(name) ?? new Set()).add(group))

/** Whether two words in small Latin letters are forms of one first name: Bill and William, Masha and Mariya. */
export function areVariants(a: string, b: string): boolean {
  const [ours, theirs] = [groupsOf.get(a), groupsOf.get(b)]
  if (!ours || !theirs) return false
  for (const group of ours) if (theirs.has(group)) return true
  return false
}

/** The groups of forms that a word belongs to, as keys of a look-up. */
export function variantKeys(text: string): string[] {
  return [...(groupsOf.get(text) ?? [])].map((group) => `=${group}`)
}
