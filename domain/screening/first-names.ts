/** First names in their common forms: short forms and spellings of one name, in the languages of the lists. */
const VARIANTS = `
alexander alex sasha sandy aleksandr aleksander oleksandr alexandr shura sanya sania aliaksandr alyaksandr alexandros aleks olexandr oleksander aleksandre alejandro alessandro xander shurik
aleksandra alexandra sasha sandra shura oleksandra olexandra sanya
aleksei alexei alexey aleksey alyosha oleksii lyosha lyoha aliaksei oleksiy alexis alex lesha aleksej alexej oleksij
anastasia nastya anastasiya nastia anastasiia
andrew andy drew
andrei andrey andriy andrii andrej andrew andre andreas andryusha andrzej
anthony tony antony anton antonio antoine toni tono antosha
benjamin ben benny
boris borya
catherine kate katie cathy katherine kathryn cathryn kathy kitty kit cath
christopher chris kit
daniel dan danny daniil danil danila danylo
david dave davey davud daoud dawood dawud daud
dmitry dmitri dima dmitriy dmytro mitya dzmitry dimitri dimitry dmytrii
edward ed eddie ted teddy ned edmund
ekaterina katya yekaterina kateryna katsiaryna katerina catherine katherine kate katia katja
elizabeth liz lizzie beth betty eliza elisabeth betsy yelizaveta elizaveta lisa libby lizzy
evgeny yevgeny evgeni evgenii yevgeniy yevgeni zhenya eugene yauhen yauheni yevhen yevhenii evgenij jevgeni jevgenij ievgen eugen
frederick fred freddie
gennady gennadi gennadiy gena henadz hennadii hennadiy
george georgi georgy georgiy yuri zhora gosha jorge heorhii georgios giorgi gia goga giorgio jerzy georgii
gregory greg grigory grigori ryhor hryhorii hryhoriy grigoriy grisha gregor grzegorz
henry harry hank
igor ihor ihar
ivan vanya ioann john johann jan
jacob jake yakov yakiv yaqub yakub yasha jakub
james jim jimmy jamie
john johnny jack jon sean juan jan johann johannes ivan
jonathan jon jonny
joseph joe joey iosif josef osip jozef
konstantin kostya kanstantsin kostiantyn kostyantyn constantine constantin costa kostas
lawrence larry laurence
leonid lyonya leanid leo lenya
margaret maggie meg peggy margarita rita margo greta madge
maria masha mariya maryia mariia marie mary marija manya miriam mariam maryam
matthew matt
michael mike mick mikhail misha mickey mykhailo mykhaylo mikhas michel miguel michal mihail mihai mikail mikael
mohammed muhammad mohamed mohammad muhammed mohamad muhamed mehmet md mohd muhammet muhamad mo mohamud mahamed mehmed mahomed magomed mukhammad mukhamed muhamet muhd mhd moh mahamad mohammod
natalia natasha nataliya natalya natallia nataliia natalie natalja nata
nicholas nick nicky nikolai nikolay mykola kolya mikalai mikalay nikolaj nikolas nicolas nicolae
olga olya volha olha
patrick pat paddy
pavel pasha pavlo paul pawel pablo paolo
peter pete petr pyotr petro piotr petya pedro pierre
philip phil phillip filipp
richard rick dick richie rich ricky
robert bob rob bobby robbie bert roberto
ronald ron ronnie
samuel sam sammy
sergei sergey serge seryozha serhii serhiy siarhei serhij serezha seriozha sergej sergio
stanislav stas slava
stephen steve steven stepan stsiapan stefan
svetlana sveta sviatlana svitlana lana
tatiana tanya tatyana tatsiana tetiana tetyana tatjana tania tetjana
theodore ted theo fyodor fedor fedya fedir feodor teodor teddy
thomas tom tommy
timothy tim timofey timofei
valery valeri valeriy valera valerii
viacheslav vyacheslav slava
victor viktor vic vitya viktar
vladimir vova volodya volodymyr vlad uladzimir wladimir waldemar volodimir
vladislav vlad slava
william bill billy will willy liam wm wilhelm
yuri yury iurii yurii iouri yuriy yurij
abdullah abdallah abdulla abdula
ali aly
hussein husayn hossein hussain husein hocine hosein huseyin gusein guseyn
ibrahim abraham ebrahim ibragim ibraheem
yusuf joseph yousef youssef yousuf youcef yusef yosef iusuf yusup
osama usama
omar umar omer
hassan hasan hacene gasan khasan
anatoly anatoli anatoliy tolya anatol anatolii
irina iryna ira irena irene
charles charlie chuck chas carlos karl carl
francisco paco frank francis pancho francesco
augustus august gus
jessica jess jessie
jose pepe
ahmad ahmed ahmet akhmed akhmad achmed
anna hanna ganna anya
arkady arkadi arkadiy arkasha arkadij
artem artyom artsiom artiom tyoma
denis denys dzianis dennis den
eduard edward edik
egor yegor yehor yahor
elena yelena olena alena lena helena helen ellen alyona
galina halina halyna galya galia
hamza hamzah hamzeh
harun haroun haroon
ilya ilia illia ilyusha iliya elijah elias ilyas
isa issa eissa
isaac ishaq ishak ike
ismail ismael esmail
jalal djalal galal celal
jamal djamal djamel gamal cemal
julia yulia yuliya iuliia jules
kamal kamel kemal
khalid khaled halid halit
kirill kyrylo kiryl cyril
ksenia kseniya xenia ksyusha kseniia
lev leo
lydia lidia lidiya
lyudmila ludmila liudmila liudmyla lyuda luda mila ljudmila
mahmoud mahmud
maksim maxim maksym max
marina maryna
mustafa mostafa mustapha moustapha
nadezhda nadzeya nadiia nadia nadya
nikita mykyta mikita
oleg oleh aleh
oksana aksana oxana ksyusha
othman uthman osman usman ousmane
qasim qassem kassem kasim gasim ghasem
rashid rachid
roman roma
semyon semen siamion simon syoma simeon shimon si
sharif cherif
suleiman sulayman soleiman soliman solomon
tariq tarek tarik
vadim vadym vadzim vadik
valentina valiantsina valentyna valya valia
vasily vasiliy vasilii vasyl vasil vasya vasilij basil vasile
vitaly vitali vitaliy vitalii vitalik vitalij
yahya yehia yehya
zakaria zakariya zakariyya
albert bert bertie
alfred alf fred
arthur art
bernard bernie
deborah debbie deb
donald don donnie
douglas doug
eugene gene
gerald gerry jerry
geoffrey jeffrey geoff jeff
harold harry hal
ignacio nacho
jennifer jen jenny
kenneth ken kenny
leonard leo len lenny
manuel manolo
nathaniel nathan nate nat
raymond ray
rebecca becky
stuart stewart stu
susan sue susie
terence terry
vincent vince vinny
walter walt wally
zachary zach zack
abigail abby abbie gail
aisha aysha ayesha aicha ayse
amanda mandy
barbara barb barbie babs
bartholomew bart
christina christine chris chrissy tina kristina
cynthia cindy
clifford cliff
daria darya dasha dariya dariia darja
desmond des
dorothy dot dolly dorothea
eduardo edward lalo
enrique henry quique kike
ernest ernie ernesto
fatima fatimah fatemeh fatma
fernando nando ferdinand
frances fran francesca
gabriel gabe gavriil
gilbert gil bert
guillermo william memo
harriet hattie
herbert herb bert herbie
jacqueline jackie
jafar jaafar cafer
jeremy jez jerry
jesus chuy
joanna jo joanne
judith judy
larisa lara larysa larissa
luis lucho louis lewis
lyubov lyuba lubov luba liubov
malcolm mal malc
martin marty martyn
maurice mo
mortaza murtaza mortada murtada
norman norm
oliver ollie
pamela pam
patricia pat patsy tricia trish
polina polya paulina
rafael rafa raphael
raisa raya
ramazan ramadan ramzan ramadhan
ramon moncho
reginald reg reggie
reza rida ridha riza
ricardo richard richi
roderick rod
rosemary rosie
rostislav rostyslav slava
russell russ
rustam rustem
sebastian seb
sidney sid
stanley stan
svyatoslav sviatoslav svetoslav slava
tamara toma
teresa theresa terry tess
timur tima temur teymur
valentin valentyn valiantsin valya
veronika veronica nika
viktoria victoria vika viktoriya viktoriia vicky
yaroslav iaroslav jaroslav slava yarik
zainab zaynab zeinab zeynep
zinaida zina
alexandra lexi alex
amelia millie
angela angie
annabel bella
antoinette toni
archibald archie
barnabas barney
beatrice bea
bernadette bernie
camilla milly
caroline carrie
charlotte lottie charlie
clementine clemmie
constance connie
dominic dom
edwin ed eddie
eleanor ellie nell
ferdinand ferdie
florence flo florrie
francis fran
franklin frank
gabriella gabby
geraldine gerry
gertrude gertie
gwendolen gwen
gwendoline gwen
henrietta etta
howard howie
hubert hugh
isabel izzy
isabella bella
isabelle bella
josephine josie
katherine kay
kimberly kim
lancelot lance
leopold leo
lillian lily
madeleine maddie
mary molly polly
matilda tilly
maximilian max
maxwell max
melanie mel
mildred millie
millicent millie
mitchell mitch
montague monty
natalie nat
nicola nicky
olivia liv
penelope penny
percival percy
philippa pippa pip
priscilla cilla
prudence pru
rodney rod
roland roly
rosalind ros
rudolph rudy
samantha sam
sarah sally sadie
stephanie steph
susannah sue susie
tabitha tabby
tobias toby
valentine val
valerie val
veronica ronnie
victoria tori
vivienne viv
wilfred wilf
winifred winnie
yvonne vonnie`

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
