/** First names in their common forms: short forms and spellings of one name, in the languages of the lists. */
const VARIANTS = `
alexander alex sasha sandy aleksandr aleksander oleksandr alexandr shura sanya sania aliaksandr alyaksandr alexandros
aleksandra alexandra sasha sandra shura
aleksei alexei alexey aleksey alyosha oleksii lyosha lyoha aliaksei oleksiy alexis
anastasia nastya anastasiya
andrew andy drew
andrei andrey andriy andrii andrej andrew andre andreas
anthony tony antony
benjamin ben benny
boris borya
catherine kate katie cathy katherine kathryn cathryn
christopher chris kit
daniel dan danny daniil danil danila danylo
david dave davey davud daoud dawood dawud daud
dmitry dmitri dima dmitriy dmytro mitya dzmitry dimitri dimitry dmytrii
edward ed eddie ted teddy ned
ekaterina katya yekaterina kateryna katsiaryna katerina
elizabeth liz lizzie beth betty eliza
evgeny yevgeny evgeni evgenii yevgeniy yevgeni zhenya eugene yauhen yauheni yevhen yevhenii
frederick fred freddie
gennady gennadi gennadiy gena henadz hennadii hennadiy
george georgi georgy georgiy yuri zhora gosha jorge heorhii georgios
gregory greg grigory grigori ryhor hryhorii hryhoriy grigoriy
henry harry hank
igor ihor ihar
ivan vanya ioann
jacob jake yakov yakiv yaqub yakub
james jim jimmy jamie
john johnny jack jon
jonathan jon
joseph joe joey iosif josef
konstantin kostya kanstantsin kostiantyn kostyantyn constantine constantin
lawrence larry laurence
leonid lyonya leanid
margaret maggie meg peggy
maria masha mariya maryia mariia marie
matthew matt
michael mike mick mikhail misha mickey mykhailo mykhaylo mikhas michel miguel
mohammed muhammad mohamed mohammad muhammed mohamad muhamed mehmet md mohd muhammet muhamad
natalia natasha nataliya natalya natallia nataliia
nicholas nick nicky nikolai nikolay mykola kolya mikalai mikalay
olga olya volha olha
patrick pat paddy
pavel pasha pavlo paul pawel
peter pete petr pyotr petro piotr petya
philip phil phillip filipp
richard rick dick richie
robert bob rob bobby robbie bert
ronald ron ronnie
samuel sam sammy
sergei sergey serge seryozha serhii serhiy siarhei serhij
stanislav stas
stephen steve steven stepan stsiapan stefan
svetlana sveta sviatlana svitlana
tatiana tanya tatyana tatsiana tetiana tetyana tatjana
theodore ted theo fyodor fedor
thomas tom tommy
timothy tim
valery valeri valeriy valera valerii
viacheslav vyacheslav slava
victor viktor vic vitya viktar
vladimir vova volodya volodymyr vlad uladzimir
vladislav vlad
william bill billy will willy liam
yuri yury iurii yurii iouri yuriy yurij
abdullah abdallah abdulla abdula
ali aly
hussein husayn hossein hussain husein hocine hosein
ibrahim abraham ebrahim
yusuf joseph yousef youssef yousuf youcef yusef yosef
osama usama
omar umar
hassan hasan hacene
anatoly anatoli anatoliy tolya anatol anatolii
irina iryna ira irena
charles charlie chuck
francisco paco frank francis
augustus august gus
jessica jess jessie
jose pepe
ahmad ahmed ahmet
anna hanna ganna anya
arkady arkadi arkadiy
artem artyom artsiom artiom tyoma
denis denys dzianis dennis
eduard edward
egor yegor yehor yahor
elena yelena olena alena lena helena
galina halina halyna galya
hamza hamzah hamzeh
harun haroun haroon
ilya ilia illia
isa issa eissa
isaac ishaq ishak
ismail ismael esmail
jalal djalal galal celal
jamal djamal djamel gamal cemal
julia yulia yuliya iuliia
kamal kamel kemal
khalid khaled
kirill kyrylo kiryl cyril
ksenia kseniya xenia
lev leo
lydia lidia lidiya
lyudmila ludmila liudmila liudmyla lyuda
mahmoud mahmud
maksim maxim maksym max
marina maryna
mustafa mostafa mustapha moustapha
nadezhda nadzeya nadiia nadia nadya
nikita mykyta mikita
oleg oleh aleh
oksana aksana oxana
othman uthman osman usman ousmane
qasim qassem kassem kasim gasim ghasem
rashid rachid
roman roma
semyon semen siamion simon
sharif cherif
suleiman sulayman soleiman soliman solomon
tariq tarek tarik
vadim vadym vadzim
valentina valiantsina valentyna
vasily vasiliy vasilii vasyl vasil vasya
vitaly vitali vitaliy vitalii
yahya yehia yehya
zakaria zakariya zakariyya
albert bert
alfred alf fred
arthur art
bernard bernie
deborah debbie deb
donald don
douglas doug
eugene gene
gerald gerry jerry
geoffrey jeffrey geoff jeff
harold harry hal
ignacio nacho
jennifer jen jenny
kenneth ken kenny
leonard leo len
manuel manolo
nathaniel nathan nate
raymond ray
rebecca becky
stuart stewart stu
susan sue susie
terence terry
vincent vince
walter walt wally
zachary zach zack`

const groupsOf = new Map<string, Set<number>>()
for (const [group, line] of VARIANTS.trim().split('\n').entries())
  for (const name of line.split(' ')) groupsOf.set(name, (groupsOf.get(name) ?? new Set()).add(group))

/** Whether two words in lower-case Latin letters are forms of one first name: Bill and William, Masha and Mariya. */
export function areVariants(a: string, b: string): boolean {
  const [ours, theirs] = [groupsOf.get(a), groupsOf.get(b)]
  if (!ours || !theirs) return false
  for (const group of ours) if (theirs.has(group)) return true
  return false
}

/** Returns the numbers of the groups of forms that a word is in. */
export function groupsOfForms(text: string): number[] {
  return [...(groupsOf.get(text) ?? [])]
}
