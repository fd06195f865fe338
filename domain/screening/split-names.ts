import { partArabicNames } from './arabic-names.ts'
import { isBareWord } from './bare-names.ts'
import { companyWord } from './company-spellings.ts'
import { foldForms, JOINED_FORM, type Word, withoutShip } from './legal-forms.ts'
import { latinLetters } from './screening-letters.ts'
import { soundOf } from './screening-similarity.ts'
import { lettersForDigits, plainSigns } from './written-signs.ts'

/** One word of a name, prepared for comparison. */
export interface NameWord {
  /** As it was written. */
  shown: string
  text: string
  /** Roughly how it sounds. */
  sound: string
  weight: number
  /** Whether it is worth looking up: particles, legal forms and initials would find half of the list. */
  tells: boolean
  /** A legal form, compared only with legal forms. */
  isForm?: boolean
  /** A character of a Chinese name, by its reading: the same or different, never nearly alike. */
  isSign?: boolean
  /** Written without most of its vowels, in Arabic or Hebrew script. */
  isBare?: boolean
  /** Whether it is known to be the family name, or part of it. */
  isFamily?: boolean
  /** Its role in the name; together with the text, all that a comparison looks at. */
  role: WordRole
}

/** Roles of words in a name, in the order in which an index stores them. */
export const WORD_ROLES = [
  'name',
  'family',
  'particle',
  'family_particle',
  'trade',
  'form',
  'sign',
  'family_sign',
  'bare',
  'family_bare',
] as const
export type WordRole = (typeof WORD_ROLES)[number]

/** Beyond this length a word counts no more. */
const LONGEST_WEIGHT = 10
/** Particles and legal forms are so common that they say little. */
const COMMON_FACTOR = 0.25
/** A family name says more than the others (law §3.3). */
const FACTORS: Readonly<Record<WordRole, number>> = {
  name: 1,
  family: 1.3,
  particle: COMMON_FACTOR,
  family_particle: COMMON_FACTOR,
  trade: 0.6,
  form: 0.15,
  sign: 1,
  family_sign: 1.3,
  bare: 1,
  family_bare: 1.3,
}
/** No one's name has more significant words than this. */
const WORDS_MAX = 24

const TITLES = new Set(
  'mr mrs ms miss mx dr prof professor sir dame lord lady sheikh shaykh sheik mullah maulavi mawlawi haji hajj hajji general gen colonel col major maj captain capt lieutenant lt brigadier admiral sayyid eng individual entrepreneur alhaji alhaja hajia rev reverend chief engr barrister barr shri smt'.split(
    ' ',
  ),
)
const PARTICLES = new Set(
  'al el ul ad as ar bin ben ibn bint abu abou umm de del della di da do dos das du la le van von der den ten zu y e of the and und et'.split(
    ' ',
  ),
)
/** Words that can also be a first or family name: particles only between other words. */
const NAMES_TOO = new Set('ben as la do da di le ad den ten del della zu al van abu bin'.split(' '))
/** So common in company names that they hardly identify one. */
const TRADE_WORDS = new Set(
  'trading general international global investment investments energy oil gas petroleum shipping marine maritime management services service industries industrial industry engineering technology technologies systems solutions capital partners bank finance financial development construction commercial enterprise enterprises exchange import export logistics transport foundation institute centre center research production national state'.split(
    ' ',
  ),
)

/**
 * Returns the words of a person's name: without titles, the family name heavier if it is known (law §3.3).
 */
export function splitPersonName(name: string, family?: string): NameWord[] {
  return splitPerson(wordsOfPerson(name), wordsOfPerson(family ?? ''))
}

/**
 * Returns the readings of a person's name: as written, and with any two-part Arabic names in one spelling. With a
 * mistake in such a part only the first is like another's.
 */
export function readingsOfPersonName(name: string, family?: string): NameWord[][] {
  const [words, familyWords] = [wordsOfPerson(name), wordsOfPerson(family ?? '')]
  const parted = partArabicNames(words)
  const asWritten = splitPerson(words, familyWords)
  return parted.every(({ text }, place) => text === words[place]?.text) && parted.length === words.length
    ? [asWritten]
    : [asWritten, splitPerson(parted, partArabicNames(familyWords))]
}

function wordsOfPerson(name: string): Word[] {
  return partSigns(split(name).map((word) => ({ ...word, text: lettersForDigits(word.text) })))
}

function splitPerson(all: readonly Word[], family: readonly Word[]): NameWord[] {
  const familyWords = new Set(family.map(({ text }) => text))
  const named = all.filter(
    (word, index) => index === all.length - 1 || isSign(word) || !TITLES.has(word.text),
  )
  return named.slice(0, WORDS_MAX).map((word, index) => {
    const isFamily = familyWords.has(word.text)
    if (isSign(word)) return nameWord(word, isFamily ? 'family_sign' : 'sign')
    if (isParticle(named, index)) return nameWord(word, isFamily ? 'family_particle' : 'particle')
    if (isBareWord(word.shown)) return nameWord(word, isFamily ? 'family_bare' : 'bare')
    return nameWord(word, isFamily ? 'family' : 'name')
  })
}

function isParticle(words: readonly Word[], index: number): boolean {
  const word = words[index]
  if (!word || !PARTICLES.has(word.text) || index === words.length - 1) return false
  // The article that Arabic joins to a word is never a name.
  return index > 0 || !NAMES_TOO.has(word.text) || isBareWord(word.shown)
}

const SIGN = /\p{Script=Han}/u

/**
 * Splits Chinese names into characters, by their reading: lists write two of them as one word or two, in either order.
 * A character with an unknown reading only equals itself, like numbers.
 */
function partSigns(words: readonly Word[]): Word[] {
  return words.flatMap((word) => {
    if (!SIGN.test(word.shown)) return [word]
    const parts = word.shown.match(/\p{Script=Han}|\P{Script=Han}+/gu) ?? []
    return parts.map((shown) => ({ shown, text: SIGN.test(shown) ? signText(shown) : latinLetters(shown) }))
  })
}

function signText(sign: string): string {
  return chineseReading(sign) ?? `u${sign.codePointAt(0)?.toString(16)}`
}

function isSign({ shown }: Word): boolean {
  return SIGN.test(shown)
}

/**
 * Returns the readings of a company's name: as written, and each of the names in it, if it says that it has another one
 * (`Fern Ltd trading as Moss`).
 */
export function readingsOfCompanyName(name: string): NameWord[][] {
  const names = name.split(ALSO_CALLED).filter((part) => /[\p{L}\p{N}]/u.test(part))
  return [name, ...(names.length > 1 ? names : [])].map(splitCompanyName)
}

const ALSO_CALLED =
  /(?<!\p{L})(?:t\/a|[dafn]\/[bk]\/a|dba|aka|fka|(?:trading|doing business|(?:also|now|formerly|previously) known) as|formerly|previously)(?!\p{L})/iu

/** Letters with only dots between them are one word, apart from a letter before it: `Vega-M L.L.C.`. */
const DOTTED = /(?<![\p{L}\p{N}.])\p{L}(?:\.\p{L})+\.?(?![\p{L}\p{N}])/gu

/** Returns the words of a company's name: one word per legal form, single letters joined, digits kept. */
export function splitCompanyName(name: string): NameWord[] {
  const spaced = name.replace(JOINED_FORM, ' $& ').replace(DOTTED, (letters) => letters.replaceAll('.', ''))
  const words = joinInitials(split(spaced)).slice(0, WORDS_MAX)
  const named = companyParts(withoutShip(words))
  return named.some(({ role }) => role === 'name') ? named : companyParts(words)
}

function companyParts(words: readonly Word[]): NameWord[] {
  // A company whose name is only its form, or words that say little, is identified by them.
  return foldForms(words).map(({ isForm, ...word }) => {
    if (isForm) return nameWord(word, 'form')
    const text = companyWord(word.text)
    if (PARTICLES.has(text)) return nameWord({ ...word, text }, 'particle')
    return nameWord({ ...word, text }, TRADE_WORDS.has(text) ? 'trade' : 'name')
  })
}

/** Returns a word in its role, prepared for comparison. */
export function nameWord({ shown, text }: Word, role: WordRole): NameWord {
  return {
    shown,
    text,
    sound: soundOf(text),
    weight: wordWeight(text.length, role),
    tells: FACTORS[role] > COMMON_FACTOR && !/^[a-z]$/.test(text),
    ...(role === 'form' && { isForm: true }),
    ...((role === 'sign' || role === 'family_sign') && { isSign: true }),
    ...(role.startsWith('family') && { isFamily: true }),
    ...((role === 'bare' || role === 'family_bare') && { isBare: true }),
    role,
  }
}

/** Returns the weight of a word of this length in its role. */
export function wordWeight(length: number, role: WordRole): number {
  return Math.min(length, LONGEST_WEIGHT) * FACTORS[role]
}

/** Joined to its word, where other scripts separate it; except in the name of God. */
const ARABIC_ARTICLE =
  /(?<![\p{L}\p{M}])\u0627\u0644(?!\u0644[\u0647\u06c1](?![\p{L}\p{M}]))(?=[\p{L}\p{M}]{2})/gu

function split(name: string): Word[] {
  return plainSigns(name)
    .replace(ARABIC_ARTICLE, '$& ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((shown) => ({ shown, text: latinLetters(shown) }))
    .filter(({ text }) => text !== '')
}

/**
 * Joins single letters, which would match anything: `A B C Trading` is `ABC Trading` (law §3.3).
 */
function joinInitials(words: readonly Word[]): Word[] {
  const joined: Word[] = []
  let run = false
  for (const word of words) {
    const last = joined.at(-1)
    const single = word.text.length === 1 && /\p{L}/u.test(word.text)
    if (single && run && last) {
      last.shown += word.shown
      last.text += word.text
    } else joined.push({ ...word })
    run = single
  }
  return joined
}

/**
 * The characters of nearly all Chinese names, traditional and simplified, by their Pinyin reading, the standard of
 * passports and of the UN; of several readings, the one used in names.
 */
const READINGS = `
a 阿 ai 艾爱愛蔼藹 an 安岸 ang 昂 ao 敖傲奥奧
ba 巴霸 bai 白柏百 ban 班 bang 邦 bao 包鲍鮑宝寶保葆 bei 贝貝北蓓 ben 本 bi 毕畢碧璧必 bian 卞边邊 biao 标標彪 bin 斌彬宾賓滨濱
bing 冰兵炳丙秉 bo 波博伯勃渤帛 bu 卜布步
cai 蔡才财財彩采 can 灿燦 cang 苍蒼 cao 曹 cen 岑 chai 柴 chan 婵嬋 chang 常昌长長畅暢嫦 chao 超朝潮巢 che 车車 chen 陈陳晨辰臣琛宸
cheng 程成诚誠承城澄呈丞 chi 池驰馳迟遲 chong 崇冲充 chou 丑 chu 楚褚初储儲 chuan 川传傳 chuang 创創 chun 春纯純淳椿 ci 慈词詞 cong 聪聰从從丛叢 cui 崔翠
da 达達大 dai 戴代黛 dan 丹旦淡 dang 党黨 dao 道 de 德得 deng 邓鄧登灯燈 di 狄迪帝弟地第 dian 典 diao 刁 ding 丁定鼎 dong 董东東冬栋棟 dou 窦竇
du 杜都笃篤 duan 段端 dun 敦 duo 多
e 鄂娥 en 恩 er 尔爾 fa 发發法 fan 范範樊凡帆繁 fang 方房芳放 fei 费費飞飛菲斐霏 fen 芬奋奮 feng 冯馮丰豐风風峰锋鋒凤鳳枫楓封奉 fo 佛
fu 付傅福富符甫府扶芙馥夫阜伏 gai 盖蓋 gan 甘干敢 gang 刚剛钢鋼岗崗纲綱 gao 高皋 ge 葛戈歌格阁閣革 gen 根 geng 耿庚更
gong 龚龔宫宮公功巩鞏恭贡貢工弓 gou 苟 gu 顾顧古谷固 guan 关關管冠官观觀 guang 光广廣 gui 桂贵貴归歸圭 guo 郭国國果过過
ha 哈 hai 海 han 韩韓汉漢翰涵寒晗函 hang 杭航 hao 郝浩豪昊好皓号號灏灝 he 何贺賀和河荷赫鹤鶴禾合 hei 黑 heng 恒恆衡亨 hong 洪红紅宏弘虹鸿鴻泓
hou 侯厚后 hu 胡虎湖 hua 华華花化画畫 huai 怀懷淮 huan 欢歡环環焕煥桓 huang 黄黃皇煌凰 hui 惠慧辉輝会會晖暉徽卉蕙 hun 浑渾 huo 霍火
ji 季纪紀姬吉冀计計继繼基济濟积積际際骥驥技极極棘 jia 贾賈家佳嘉甲加 jian 简簡建健剑劍坚堅鉴鑒俭儉 jiang 江蒋蔣姜疆将將 jiao 焦娇嬌教
jie 杰傑洁潔捷节節劼婕 jin 金晋晉靳进進锦錦今津瑾近 jing 景静靜晶京敬精荆荊井经經靖婧菁璟竞競 jiong 炯 jiu 久九 ju 鞠菊巨举舉居驹駒 juan 娟卷隽雋
jue 觉覺珏 jun 军軍俊君均钧鈞骏駿峻浚郡
kai 凯凱开開楷 kan 阚闞侃 kang 康抗亢 kao 考 ke 柯克可科珂 ken 肯 kong 孔空 kou 寇 kuai 蒯快 kuan 宽寬 kuang 邝鄺匡旷曠 kui 奎葵逵 kun 昆坤琨 kuo 阔闊
lai 赖賴来來莱萊 lan 兰蘭蓝藍岚嵐澜瀾 lang 郎朗浪 lao 劳勞老 le 乐樂勒 lei 雷磊蕾 leng 冷 li 李黎利丽麗力立礼禮理莉厉厲历歷郦酈荔励勵里俐璃
lian 连連廉莲蓮联聯练練恋戀 liang 梁良亮量樑 liao 廖辽遼 lie 列烈 lin 林蔺藺琳霖临臨麟粼 ling 凌玲灵靈令岭嶺铃鈴翎 liu 刘劉柳流六 long 龙龍隆
lou 娄婁楼樓 lu 卢盧陆陸鲁魯路鹿露璐芦蘆禄祿 lü 吕呂律绿綠 luan 栾欒鸾鸞 lun 伦倫论論 luo 罗羅骆駱洛络絡
ma 马馬麻 mai 麦麥 man 满滿曼 mang 芒 mao 毛茅茂冒 mei 梅美媚枚玫眉 men 门門 meng 孟蒙萌梦夢 mi 米宓密 mian 冕绵綿 miao 苗妙缪繆 min 民敏闵閔旻珉
ming 明鸣鳴铭銘名 mo 莫墨默末 mou 牟 mu 穆木牧慕沐
na 娜纳納 nan 南男楠 neng 能 ni 倪妮尼 nian 年念 niang 娘 nie 聂聶 ning 宁寧凝 niu 牛钮鈕 nong 农農 nuo 诺諾 nü 女 ou 欧歐区區
pan 潘盘盤 pang 庞龐 pei 裴佩培沛 peng 彭鹏鵬朋澎蓬 pi 皮 pian 翩 piao 朴飘飄 pin 品 ping 平萍屏苹 po 坡 pu 蒲浦普璞溥
qi 齐齊戚祁琪奇启啟其琦旗骐騏祺绮綺七棋 qia 恰 qian 钱錢倩千前谦謙乾茜 qiang 强強蔷薔 qiao 乔喬巧俏侨僑 qin 秦覃琴勤钦欽芹沁
qing 青庆慶清晴卿情倾傾 qiong 琼瓊 qiu 邱丘秋仇裘求球 qu 屈瞿曲渠 quan 全权權泉铨銓 que 阙闕 qun 群
ran 冉然燃染 rang 让讓 rao 饶饒 ren 任仁人仞 ri 日 rong 荣榮容蓉戎融嵘嶸 rou 柔 ru 茹如汝儒 ruan 阮 rui 瑞锐銳睿芮蕊 run 润潤 ruo 若
sa 萨薩 san 三 sang 桑 sen 森 sha 沙莎 shan 单單山珊善杉 shang 尚商上 shao 邵少绍紹韶 she 佘 shen 沈申深慎神莘 sheng 盛胜勝生圣聖升声聲晟
shi 石施史时時世师師士诗詩实實始仕 shou 寿壽守首 shu 舒树樹淑书書叔曙 shuai 帅帥率 shuang 双雙爽霜 shui 水 shun 顺順舜 shuo 硕碩朔 si 司思斯四嗣
song 宋松嵩颂頌 su 苏蘇素肃肅粟 sui 隋随隨穗岁歲遂 sun 孙孫 suo 索
ta 塔 tai 泰太台 tan 谭譚谈談檀坦 tang 唐汤湯堂棠 tao 陶涛濤桃韬韜 te 特 teng 滕腾騰 ti 体體 tian 田天添甜 tie 铁鐵 ting 婷亭庭廷霆挺 tong 童佟彤桐通同统統
tou 头頭 tu 涂屠图圖 tuan 团團 tuo 拓
wan 万萬宛婉晚琬 wang 王汪旺望 wei 魏韦韋卫衛伟偉威维維薇炜煒为為巍蔚玮瑋微惟唯未 wen 文温溫闻聞雯稳穩问問 weng 翁 wo 沃 wu 吴吳武伍邬鄔巫乌烏吾五午舞务務悟
xi 习習席希熙喜西曦溪锡錫奚禧玺璽惜夕 xia 夏霞侠俠 xian 冼贤賢先显顯仙献獻娴嫻鲜鮮咸宪憲 xiang 向项項香祥翔湘想享 xiao 肖萧蕭晓曉小笑潇瀟孝啸嘯校霄筱
xie 谢謝解协協 xin 辛欣新心信鑫昕馨歆芯忻 xing 邢星兴興行幸杏 xiong 熊雄 xiu 秀修 xu 徐许許胥须須旭绪緒序栩煦续續 xuan 宣轩軒璇玄萱炫瑄 xue 薛学學雪
xun 荀勋勳迅训訓逊遜寻尋循
ya 雅亚亞娅婭牙 yan 严嚴阎閻颜顏闫閆燕晏言岩妍艳艷彦彥延炎研焱雁 yang 杨楊羊阳陽洋扬揚央仰养養 yao 姚尧堯瑶瑤耀遥遙药藥 ye 叶葉业業烨燁野夜
yi 易伊义義艺藝一毅怡益亦宜仪儀依奕逸意忆憶翼以 yin 尹殷银銀音印荫蔭寅 ying 应應英颖穎莹瑩盈迎影瑛樱櫻鹰鷹 yong 雍永勇咏詠泳庸 you 尤游友有优優佑幼悠
yu 于於余俞喻虞禹郁玉宇雨裕育煜瑜愚语語誉譽渔漁钰鈺昱豫毓 yuan 袁元原源媛远遠苑圆圓园園渊淵援 yue 岳月越悦悅跃躍 yun 云雲允韵韻运運芸昀
zai 再载載 zan 昝赞贊 zang 臧 zao 早 ze 泽澤则則 zeng 曾增 zha 查 zhai 翟 zhan 詹湛占展战戰瞻 zhang 张張章彰璋 zhao 赵趙昭兆照招钊釗 zhe 哲者喆
zhen 甄珍真振震贞貞镇鎮臻祯禎 zheng 郑鄭正政征铮錚争爭峥崢 zhi 支志智之芝知治直枝植至质質 zhong 钟鍾鐘仲中忠重众眾 zhou 周州舟洲宙
zhu 朱祝诸諸竺珠竹柱筑築主著 zhuan 颛顓 zhuang 庄莊壮壯 zhuo 卓琢 zi 子自紫资資姿梓滋 zong 宗 zou 邹鄒 zu 祖 zuo 左佐作`

const readingOf = new Map<string, string>()
// Passports write lü as lyu; lists also write lu.
for (const [, reading = '', signs = ''] of READINGS.matchAll(/(\p{Script=Latin}+) (\p{Script=Han}+)/gu))
  for (const sign of signs) readingOf.set(sign, reading.replace('ü', 'u'))

/** Returns a Chinese name's character in Latin letters; undefined if it is unknown. */
function chineseReading(sign: string): string | undefined {
  return readingOf.get(sign)
}
