/**
 * Nicknames for matching people. The names come from `nicknames` 1.0.1 (Carlton Northern, Nick Crews and
 * others, Apache License 2.0), changed: every pair was reviewed, pairs of two names that a family could give
 * to two of its children were moved to the second list, and common Spanish short forms were added.
 *
 * Each entry is a name and its short forms. A pair counts in both directions, and never through a third name:
 * Alexander and Alexandra are both called Alex, and they are two people.
 */

/** Pairs that a reviewer confirmed: the second name is a short or pet form of the first. */
const reviewed = `
aaron: ron ronnie; abbigail: abbe abbey abbi abbie abby gail nabby; abbigale: abbe abbey abbi abbie abby
gail nabby; abednego: bedney; abel: ab abe eb; abiel: ab; abigail: abbe abbey abbi abbie abby gail nabby;
abigale: abbe abbey abbi abbie abby gail nabby; abijah: ab bige; abner: ab; abraham: ab abe; abram: ab abe;
absalom: ab abbie app; ada: addy adie; adaline: addy adie dell; addison: addie addy; adela: adie; adelaide:
addy adie dell; adelbert: bert del delbert; adele: addy dell; adeline: addy dell; adelphia: addy dell
delphia; adena: adina deena dena dina; adolphus: ado adolph dolph; adrian: rian; adriane: riane; adrienne:
addie enne rienne; agatha: aga aggy; agnes: aggy; aileen: allie; alan: al; alanson: al lanson; alastair: al;
alazama: ali; albert: al bert; alberta: allie bert bertie; alberto: beto; aldo: al; aldrich: riche richie;
alejandra: ale alex; alejandro: ale alex; aleksandr: alek alex; aleva: leve levy; alex: al; alexander: al
alec alex sandy; alexandra: alex alla sandy; alexandria: alex alla drina; alexis: alex lexi; alfonse: al;
alfred: al fred freddy; alfreda: alfy freda freddy; algernon: algy; alice: allie; alicia: allie; alison: ali
allie; alixandra: alix; allan: al; allen: al; allisandra: ali allie ally; allison: ali allie ally; allyson:
ali allie ally; allyssa: ali allie ally; almena: ali allie ally mena; alonzo: al lon lonzo; alphinias:
alphus; althea: ally; alverta: vert virdie; alyssa: al ally lissia; amanda: manda mandy; ambrose: brose;
amelia: mel millie; anastasia: ana stacy; anderson: andy; andrea: andi andy drea rea; andrew: andy drew
randy; andriane: adri rienne; angela: angel angie; angelica: angel angie; angelina: angel angie lina; ann:
annie nan; anna: annie nan; anne: annie nan; annette: nettie; anselm: ance anse ansel; anthony: ant tony;
antoinette: netta; antonia: netta; antonio: ant tono tony; appoline: appie appy; aquilla: quil quillie; ara:
arry belle; arabella: arry bella belle; arabelle: arry belle; araminta: armida middie minty ruminta;
archibald: archie; archilles: kill killis; ariadne: ari arie; arielle: arie; aristotle: telly; arizona: ona
onie; arlene: arly; armanda: mandy; armena: arry mena; armilda: milly; arminda: mindie; arminta: minite;
arnold: arnie; aron: ron ronnie; artelepsa: epsey; artemus: art; arthur: art; arthusa: thursa; arzada:
zaddi; asahel: asa; asaph: asa; asenath: assene natty sene; ashley: ash ashly leah lee; aubrey: bree;
audrey: audree dee; august: gus; augusta: aggy gatsy gussie; augustina: aggy gatsy gussie tina; augustine:
gus; augustus: gus; aurelia: aurilla ora ree rilly; avarilla: rilla; azariah: aze riah; bab: barby; babs:
barby; barbara: babs barbie barby bobbie; barnabas: barney; bartholomew: bart bartel bat mees meus;
beatrice: bea trisha trixie; beck: becky; bedelia: bridgit; belinda: belle; bella: belle; benedict: ben
bennie; benjamin: ben benjy bennie benny; bernard: barney bernie berny; berney: bernie; bert: bertie;
bertha: bertie birdie; bertram: bert; bertrand: randy; bess: bessie; beth: betsy betty; bethena: thaney;
beverly: bev; bezaleel: zeely; biddie: biddy; bill: billy willie; bob: rob; bobby: rob; boetius: bo; brad:
bradford ford; bradford: brad ford; bradley: brad; brianna: bri; bridget: biddy bridgie bridie; brittany:
britt brittnie; brittney: britt brittnie; broderick: brody rod; bryanna: bri; caitlin: cait caity; caitlyn:
cait caity; caldonia: calliedona; caleb: cal; california: callie; calista: kissy; calpurnia: cally; calvin:
cal vin vinny; cameron: cam; camile: cammie; camille: cammie millie; campbell: cam; candace: candy dacey;
carla: carly; carlotta: lottie; carlton: carl; carmellia: mellia; carmelo: melo; carmon: cammie carm charm;
caroline: carrie; carolyn: carrie lynn; carthaette: etta etty; cassandra: cassie sandy; cassidy: cass
cassie; caswell: cass; catherine: cathy kathy katy kit kittie trina; cathleen: cathy kathy katy kittie
trina; cathy: kathy; cecilia: cissy; cedric: ced; celeste: lessie; charity: chat; charles: charlie chuck;
charlie: chuck; charlotte: char lotta lottie; chauncey: chan; chelsey: chelsie; cheryl: cher; chester: chet;
chick: chuck; chloe: clo; christian: chris; christiana: chris christy crissy kris kristy tina; christiano:
chris; christina: chris chrissy christy crissy kris kristy tina; christine: chris chrissy christy crissy
kris kristy tina; christoffer: chris; christoph: chris; christopher: chris kit; christy: crissy; cicely:
cilla; cinderella: arilla rella rilla; clarissa: cissy; claudia: claud; cleatus: cleat; clement: clem;
clementine: clem; cliff: clifford; clifford: cliff ford; clifton: cliff; cole: colie; columbus: clum; con:
conny; concepcion: concha; conrad: con conny; constance: connie; consuelo: chelo; cordelia: cordy; corey:
coco cordy ree; cornelia: cornie corny nelia nelly; cornelius: con conny corny; cory: coco cordy ree;
courtney: court curt; cristina: tina; crystal: crys stal tal; curtis: curt; cynthia: cindy cintha; cyrenius:
cene cy renius serene swene; cyrus: cy; dahl: dal; dalton: dal; daniel: dan dann danny; danielle: dani;
daphne: daph daphie; darlene: darry; david: dave davey day; daycia: dacia daisha; deanne: dee; debbie: deb;
debby: deb; debora: deb debbie debby; deborah: deb debbie debby; debra: deb debbie; deidre: deedee; delbert:
bert del; delilah: dell lila; deliverance: delly dilly; della: dell; delores: dee dell lola lolly; delphine:
del delf; demaris: dea maris; demerias: dea maris; democrates: mock; dennis: dennie denny; dennison: denny;
derek: derrek; deuteronomy: duty; diana: di didi; diane: di didi; dicey: dicie; dolores: lola; domenic: dom
nic; dominic: dom nic; dominick: dom nick nicky; dominico: dom; donald: don donnie donny dony; donato: don;
donna: dona; donovan: don donnie donny dony; dorcus: darkey; dorothea: doda; dorothy: dolly dortha dot
dottie dotty; dotty: dot; douglas: doug; drusilla: silla; duncan: dunk; earnest: ernie; ebbie: eb; ebenezer:
eb eben; eddie: ed; eddy: ed; edgar: ed eddie eddy; edith: edie edye; edmond: ed eddie eddy; edmund: ed
eddie eddy ned ted; edna: edny; eduardo: ed eddie eddy lalo; edward: ed eddie eddy ned ted teddy; edwin: ed
eddie eddy ned win; edyth: edie edye; edythe: edie edye; egbert: burt; eighta: athy; elaine: lainie; elbert:
bert; eleanor: ellie lanna nelly; eleazer: lazar; elias: eli lias; elijah: eli lige; eliphalel: life;
eliphalet: left; elisha: eli lish; elizabeth: bess bessie beth betsy betty lib libby liz liza lizzie lizzy;
ella: el; ellen: nell nellie; ellender: nellie; ellie: elly; ellswood: elsey; elmira: elly mira; elsie:
elsey; elswood: elsey; elvira: elvie; elwood: woody; elysia: lissa; elze: elsey; emanuel: manny; emeline: em
emmy milly; emil: em; emily: em emmy mel millie; emma: em emmy; enrique: quique; epaphroditius: dite ditus
dyce dyche eppa; ephraim: eph; erasmus: rasmus raze; ernest: ernie; ernestine: erna teeny; eseneth: senie;
essy: es; esther: essie; eudoris: dosie dossie; eugene: gene; eunice: nicie; euphemia: effie effy; eustacia:
stacia; evangeline: ev vangie; evelyn: ev; experience: exie; ezekiel: ez zeke; ezideen: ez; ezra: ez; faith:
fay; fallon: fal; felicia: fel feli; felicity: flick tick; feltie: felty; ferdinand: ferdie fred freddie
freddy; ferdinando: ferdie fred nando; florence: flo flossy; fran: frannie; frances: cissy fanny fran
francie frankie frannie franniey franny sis; francine: fran francie frannie franniey franny; francis: fran
frank frankie; francisco: paco pancho; frankie: frank; franklin: frank; franklind: frank; frederica: freddy
rickey; frederick: fred freddie freddy fritz; fredericka: freddy ricka rickey; frieda: fred freddie freddy;
gabriel: gabby gabe; gabriella: gabby; gabrielle: gabby; gareth: gare; garrett: garry; garrick: garri;
geoffrey: geoff jeff; george: georgie; gerald: gerry jerry; geraldine: dina gerri gerrie gerry jerry;
gertie: gert; gertrude: gert gertie trudy; gilbert: bert gil; giovanni: gio; glenn: glen; gloria: glory;
governor: govie; graciela: chela; greenberry: berry green; greggory: gregg; gregory: gory greg; griselda:
grissel; guadalupe: lupe lupita; guillermo: memo; gus: gussie; gustavus: gussie; gwendolyn: gwen; hamilton:
ham; hannah: nan nanny; harold: hal hap haps harry; harriet: hattie; harrison: hap haps; harry: hap haps;
haseltine: hassie; heather: hetty; helena: nell nellie; henrietta: etta etty hank henny nettie retta; henry:
hal hank hap haps harry; hephsibah: hipsie; hepsibah: hipsie; herbert: bert herb; herman: dutch; hermione:
hermie; hester: hessy hetty; hezekiah: hez hy kiah; hipsbibah: hipsie; hiram: hy; honora: honey norah norry;
hopkins: hop hopp; horace: horry; hortense: harty tensey; hosea: hosey hosie; howard: hal howie; hubert:
bert hub; ignacio: nacho; ignatius: iggy nace nate natius; ignatzio: iggy nace naz; india: indie indy; iona:
onnie; irene: rena; irving: irv; isaac: ike; isabel: bell belle chabela ib issy nib nibby tibbie; isabella:
belle ib issy nib nibby tibbie; isabelle: belle ib issy nib nibby tibbie; isadora: issy; isadore: izzy;
isaiah: zadie zay; isidore: izzy; iva: ivy; jackson: jack; jacob: jaap jake jay; jacqueline: jack jackie
jacqui; jahoda: hoda hodie hody; jakob: jake; jalen: jay jaye; james: jamie jem jim jimmie jimmy; jane:
janie jennie; janet: jan; janice: jan; jannett: nettie; jasper: jap; jayme: jay; jean: jeannie; jeanette:
nettie; jeanne: jeannie; jebadiah: jeb; jedediah: diah dyer jed; jedidiah: diah dyer jed; jefferey: jeff;
jefferson: jeff sonny; jeffery: jeff; jeffrey: geoff jeff; jehiel: hiel; jehu: gee hugh; jemima: mima;
jennet: jenn jenny; jennifer: jen jenn jenni jennie jenny; jeremiah: jereme jerry; jeremy: jez jezza;
jerita: rita; jerry: jereme; jessica: jess jessie; jessie: jess; jesus: chuy; jillian: jill; jim: jimmie;
joan: jo nonie; joann: jo; joanna: jo jodi; joanne: jo; jody: jo; joe: joey; johanna: jo; johannah: jo
nonie; johannes: johnny; john: jack jock johnny jonnie jonny; johnathan: johny jon jonnie jonny; johnathon:
johny jon jonnie jonny; jon: johnny jonnie jonny; jonathan: johny jon jonnie jonny; jonathon: johny jon
jonnie jonny; jose: pepe; joseph: joe joey jos; josephine: fina jo joey josey josie; josetta: jettie;
joshua: jos josh; josiah: jos; josophine: jo joey; juanita: nettie nita; judah: jude juder; judith: judi
judie judy; judson: jud sonny; julia: jules; julian: jule jules; julias: jule jules; julie: jule jules;
junior: jr; kaitlin: kait kaitie; kaitlyn: kait kaitie; kaitlynn: kait kaitie; kameron: kam; karla: carly;
katelin: kate kaye; katelyn: kate; katherine: cathy kate kathy katy kit kittie trina; kathleen: cathy kathy
katy kittie trina; kathryn: kate kathy katie; katia: katie; katy: kathy katie; kendall: ken; kendra: kenj;
kendrick: ken kenny; kendrik: ken; kenneth: ken kenny; kenny: ken; kent: ken; kevin: kev; keziah: kizza
kizzie; kimberley: kim kimberli; kimberly: kim kimberli; kingsley: king; kingston: king; kit: kittie;
kristel: kris; kristen: chris; kristin: chris; kristine: chris christy crissy kris kristy tina; kristofer:
chris kris; kristoffer: chris kris; kristopher: chris kris; kymberly: kym; lafayette: fate laffie; laodicia:
cenia dicy; larry: laurence lawrence; latisha: tish; laurel: laurie; lauren: laurie ren; laurence: larry lon
lonny lorry; lauryn: laurie; laveda: veda; lavina: ina vina viney; lavinia: ina vina viney; lavonia: vina
viney vonnie wyncha; lavonne: von; lawrence: larry lawrie lon lonny lorry; leanne: lea; lecurgus: curg;
leilani: lani; lemuel: lem; leonard: len lenny leo; leonora: nellie; leroy: roy; lesley: les; leslie: les;
lester: les; letitia: lettice lettie tish titia; levicy: vicy; levone: von; lib: libby; lidia: lyddy;
lillah: lolly; lillian: lil lilly lolly; lincoln: link; linda: lindy; littleberry: berry little; lizzie:
liz; lonzo: lon; lorelei: laurie lori lorrie; lorenzo: loren; loretta: etta lorie lorrie retta; lorraine:
lorie lorrie; lotta: lottie; lou: lu; louis: lou louie; louise: lou; louvinia: vina viney vonnie wyncha;
lucille: cille lu lucy; lucina: sinah; lucinda: cindy lu lucy; lucretia: creasey; luella: lu lula; lunetta:
nettie; lurana: lura; lydia: lyddy; mabel: amabel; mac: mc; mack: mc; mackenzie: kenzy mac mack; maddison:
maddi maddie; maddy: madeline madelyn madge; madeline: maddi maddie maddy madge madie; madelyn: maddy madie;
madison: maddy mattie; maegen: meg; magdelina: madge; mahala: hallie; malachi: mally; malcolm: mac mal malc;
malinda: lindy; manerva: eve nerva nervie; manola: nonnie; manuel: manolo; marcus: marc; margaret: gretta
madge maggie maggy marge margie margy meg midge peg peggy; margaretta: gretta madge maggie marge margie meg
midge peg peggy; margarita: madge maggie maisie marge margo meg metta midge peggie; marietta: mamie;
marissa: rissa; marjorie: margie margy; marni: marnie; marsha: marcie; martha: marty mattie; martin: marty;
martina: tina; martine: tine; marv: marvin; marvin: marv; masayuki: masa; mat: mattie; mathew: mat matt
maty; mathilda: tillie; matilda: matty tilla tilly; matthew: matt mattie matty thias thys; matthews: matt
mattie matty; matthias: matt thias thys; maurice: morey; mavery: mave; mavine: mave; maximilian: max;
maximillian: max; maxine: max; maxwell: max; may: mae; mckenna: meaka; megan: meg; meghan: meg; mehitabel:
hetty hitty mitty; melanie: mellie; melchizedek: zadock; melinda: lindy mel mindy; melissa: lissa mel milly
missy; mellony: mellia; melody: lodi; melvin: mel; melvina: vina; mercedes: meche merci; merv: mervin;
mervin: merv; mervyn: merv; micajah: cage; michael: mick mickey micky mike mikey; micheal: mike mikey miky;
michelle: chelle mickey shelley shellie shelly shely; mick: micky; miguel: miggy miguael miguaell miguail
miguaill miguayl miguayll miguell mike; mike: micky; mildred: milly; millicent: milly; miranda: mira randi
randy; miriam: mimi; mitch: mitchell; mitchell: mitch; mitzi: mittie mitty; mitzie: mittie mitty; monica:
monna monnie; monteleon: monte; montgomery: monty; morris: morey; mortimer: mort; moses: mose moss; muriel:
mur; myrtle: mert myrt myrti; nadine: deedee nada; nancy: nan nanny; naomi: omi; napoleon: nap nappy;
natalie: natty nettie; natasha: nat tasha; nathan: nat nate; nathaniel: nat nate natty than; nelle: nelly;
nelson: nels; newt: newton; newton: newt; nicholas: claas claes nic nick nickie nicky nico; nicholette:
nichole nickey nicki nicky nikki; nicodemus: nic nick nickie nicky nico; nicolas: nic nick nickie nicky
nico; nicole: nicki nicky nikki nole; nikolas: claes nic nick nickie nicky nico; nikole: nikki; nora: nonie;
norbert: bert norby; norbusamte: norbu; norman: norm; obadiah: diah dyer obed obie; obediah: obie;
obedience: beda beedy obed; octavia: tave tavia; odell: odo; olive: livia nollie; oliver: ollie; olivia:
nollie ollie; onicyphorous: cy cyphorus one osaforum osaforus syphorous; orilla: ora rilly; orphelia:
phelia; ossy: ozzy; oswald: ossy ozzy; otis: ode ote; pamela: pam; parmelia: melia milly; parthenia: parsuny
pasoonie phenie teeny; patience: pat; patricia: pat patsy patti patty tricia trish; patrick: paddy pat pate;
peggy: peg; pelegrine: perry; penelope: penny; percival: percy; peregrine: perry; permelia: mellie melly
milly; pernetta: nettie; persephone: seph sephy; peter: pate pete; petronella: nellie; pheriba: ferbie
pherbia; philadelphia: delphia; philander: fie; philetus: leet phil; philinda: lynn; philip: phil pip;
philipina: penie pip; phillip: phil pip; philly: delphia; philomena: menaalmena; phoebe: fifi; pinckney:
pink; pleasant: ples; pocahontas: pokey; posthuma: humey; prescott: pres scotty; priscilla: cilla cissy
prissy; providence: provy; prudence: prudy prue; rachel: shelly; rafaela: rafa; ramona: mona; randall:
randy; randolf: dolph randy; randolph: dolph randy; ray: raymond; raymond: ray; rebecca: becca beck becky;
reggie: reg reginald; regina: gina reggie; reginald: naldo reg reggie renny; relief: leafa; reuben: rube;
rhoda: rodie; rhyna: rhynie; ricardo: rick ricky; richard: dick dickie dickon dicky rich richie rick ricky;
rick: ricky; robert: bob bobby dob dobbin hob hobkin rob robby; roberta: bertie birdie birtie bobbie robbie;
roberto: beto rob; roderick: rickie rod roddy; rodger: hodge rod roge; rodney: rod; roger: hodge rod roge;
roland: lanny rollo rolly; ron: ronnie ronny; ronald: naldo ron ronnie ronny; rosabel: belle roz; rosabella:
belle roz; rosalinda: roz; rosalyn: roz; rosario: charo; roscoe: ross; rose: rosie; roseann: rosie roz;
roseanna: rosie roz; rosemary: rosey; rosina: sina; roxane: rox roxie; roxanna: roxie; roxanne: roxie;
rudolph: dolph olph rudy; rudolphus: dolph olph rolf rudy; russell: russ rusty; ryan: ry; sabrina: brina;
safieel: safie; salome: loomie; salvador: sal; sam: sammy; samantha: mantha sam sammy; sampson: sam sammy;
samson: sam sammy; samuel: sam sammy; samyra: sammy; sandra: sandy; sarilla: silla; savannah: vannie; scott:
sceeter scottie scotty squat; sebastian: seb sebby; serilla: rilla; seymour: morey see; shaina: shay;
sharon: sha shay; sheldon: shelly; shelton: shel shelly; sheridan: dan sher; sheryl: sher; shirley: shirl;
sibbilla: sibbell sibbie; sidney: sid syd; sigfired: sid; sigfrid: sid; sigismund: sig; silas: si; silence:
liley; silvester: si sly syl vest vester; simeon: si sion; simon: si; smith: smitty; socrates: crate;
solomon: sal salmon sol solly zolly; sondra: sonnie; sophronia: frona fronia; stacey: staci; stacie: staci;
stacy: staci; stephan: steve; stephanie: steffi steffie steph stephani stephie stevie; stephen: steph steve;
steven: steph steve stevie; stuart: stu; sue: susan susie; sullivan: sully van; susan: sue sukey susie
suzie; susannah: sue sukey susie; susie: suzie; suzanne: sue suki susie; sybill: sibbie; sydney: sid;
sylvanus: sly syl; sylvester: si sly sy syl vessie vester vet; tabby: tabitha; tabitha: tabby; tamarra:
tammy; tammie: tami; tammy: tami; tanafra: tanny; tasha: tash tashie; ted: teddy; temperance: tempy;
terence: terry; teresa: tere terry tess tessa tessie; terri: teri terrie; thad: thaddeus; thaddeus: thad;
theo: theodore; theodore: ted teddy theo; theophilus: ophi; theotha: otha; theresa: terry tess tessa tessie;
thom: thomas tommy; thomas: thom tom tommy; thomasa: tamzine; tiffany: tiff tiffy; tilford: tillie; tim:
timmy; timothy: tim timmy; tisha: tish; tobias: bias toby; tom: tommy; tranquilla: quilla trannie; trix:
trixie; tryphena: phena; unice: nicie; uriah: riah; ursula: sula sulie; valentina: felty val; valentine:
felty; valeri: val; valerie: val; vanburen: buren; vandalia: vannie; vanessa: essa nessa vanna; vernisee:
nicey; veronica: franky frony ronie ronna ronnie vonnie; vic: vickie vicky; vicki: vickie vicky; victor:
vic; victoria: tori torie torri torrie tory vic vicki vickie vicky; vijay: vij; vincent: vic vin vince
vinnie vinny; vincenzo: vin vince vinnie vinny; vinson: vin vince vinnie vinny; viola: ola vi; violetta:
lettie; virginia: ginger ginny virgy; vivian: vi viv; waldo: ozzy; wallace: wally; wally: walt; walter:
wally walt; washington: wash; webster: webb; wendy: wen; wesley: wes; westley: wes west; wilber: bert will;
wilbur: will willie willy; wilfred: fred wil will willie; wilhelm: wil willie; wilhelmina: mina willie;
will: willie; william: bill billy wil will willie willy; willis: willy; wilson: will willie willy; winfield:
field win winny; winifred: freddie winnet winnie; winnifred: fred freddie freddy winnie winny; winton: wint;
woodrow: wood woody; yeona: ona onie; yoshihiko: yoshi; yulan: lan yul; yvonne: vonna; zach: zak; zachariah:
zac zach zachy zack zak zakk; zachary: zac zach zachy zack zak zakk; zachery: zac zach zachy zack zak zakk;
zack: zak; zebedee: zeb; zedediah: diah dyer zed; zephaniah: zeph;
`;

/** Pairs of the source that no one confirmed. They count as a slip of the pen. */
const unreviewed = `
aaron: erin; abel: ebbie; adaline: ada delia lena; adela: della; adelaide: adele della heidi; adelbert:
albert; adeline: ada delia lena; adelphia: adele philly; agnes: inez nessa; aileen: lena; aldrich: rich;
alexandra: sandra; alexandria: alexander sandra; alfreda: frieda; alice: elsie lisa; alicia: elsie lisa;
aline: adeline; allan: alan allen; allen: alan allan; almina: minnie; almira: myra; alzada: zada; amelia:
amy emily; amos: moses; andre: drea; andrea: andrew; andriane: ada; angelica: angelika angelique; anna: ann
anne; anne: ann; annette: anna; anselm: selma; antoinette: ann tony; antonia: ann tony; arabella: ara;
arabelle: ara bella; arlene: lena; arminta: minnie; aron: erin; augusta: tina; augustine: august austin;
augustus: august austin; aurelia: orilla; babs: bab; barbara: bab; barbery: barbara; barticus: bart;
bazaleel: basil; beatrice: trix; becca: beck; bedelia: delia; belinda: linda; bella: isabella; benjamin:
jamie; bernard: berney; bert: bob bobby; bertha: bert; bethena: beth; bill: fred robert; billy: fred robert;
blanche: bea; bobby: bob; brady: brody; breanna: bree bri; breeanna: bree; brenda: brandy; brian: bryan
bryant; bridget: biddie; broderick: brady rick ricky; bryanna: ana anna briana brianna; cameron: ron ronny;
carla: karla; carol: carolann carole caroline carri carrie cassie kara kari lynn; carolann: carol carole;
caroline: carol carole cassie lynn; carolyn: cassie; carrie: cassie; casper: jasper; cassandra: sandra;
catherine: casey cassie kay lena; cathleen: casey cassie kay kit lena; cecilia: celia; cedric: rick ricky;
celeste: celia; celinda: linda lindy lynn; charles: carl chick; charlotte: sherry; chesley: chet; chick:
caroline charlotte; chris: kris; christa: chris; christian: kit; christiana: ann; cinderella: cindy; cindy:
cinderella; claire: clair clara clare; clara: clarissa; clare: clara; clarence: clair clare; clarinda:
clara; clarissa: clara; clementine: clement; clifton: tony; cordelia: delia; corinne: cora ora; cornelia:
nelle; cornelius: neil niel; crystal: chris; dalton: dahl; danielle: ellie; darlene: lena; deanne: ann;
debbie: debby; delia: cordelia delius fidelia; delilah: della lil; deliverance: della; della: adela adelaide
delilah; delores: della; delpha: philadelphia; delphine: delphi; demaris: mary; demerias: mary; dennison:
dennis; derek: rick ricky; derick: rick ricky; derrick: eric rick ricky; diana: dicey; diane: dian dianne
dicey; dick: rick; dickson: dick; dorinda: dora dorothea; doris: dora; dorothea: dora; dorothy: dora; dotha:
dotty; earnest: ernestine; ebenezer: ebbie; edwina: edwin; egbert: bert; eileen: helen; elaine: helen;
elbert: albert; elbertson: bert elbert; eldora: dora; eleanor: elaine ellen lenora nora; elena: helen;
elias: lee; elisa: lisa; eliza: elizabeth; elizabeth: eliza lisa; ella: ellen; ellen: helen; ellender: ellen
helen; elminie: minnie; elmira: ellie; elnora: nora; eloise: heloise louise; elouise: louise; elysia: lisa;
emanuel: manuel; emeline: emily emma; emil: emily; emily: emma; eric: rick ricky; ernestine: ernest tina;
erwin: irwin; estella: essy stella; estelle: essy stella; esther: hester; eudicy: dicey; eudora: dora;
eurydice: dicey; eustacia: stacy; eva: eve; evaline: eva eve lena; evangeline: evan; evelyn: eve evelina;
fallon: falcon fall fallie fally falon lon lonnie; felicia: felix; fidelia: delia; fionna: fiona; flora:
florence; florence: flora; floyd: lloyd; franklin: fran; franklind: fran; freda: frieda; frederica: erica
erika frederick; frederick: derick erick rick ricky; fredericka: ericka freda frieda; gabriella: ella;
gabrielle: ella; gareth: gary; garrett: barrett gare garratt garret gary jerry rhett; genevieve: eve jean
jenny; georgiana: georgia; georgine: george; gerhardt: gay; gilbert: wilber; gretchen: margaret; gum: monty;
gustavus: gus; gwen: wendy; gwendolyn: wendy; hailey: haylee hayley; hannah: anna; harrison: harry; haylee:
hailey hayley; hayley: hailey haylee; helen: ella ellen ellie lena; helena: aileen eileen elaine eleanor
ellen lena; helene: ella ellen ellie lena; heloise: eloise elouise lois; herman: harman; hester: esther;
hillary: hilary; honora: nora; hubert: hugh; ian: john; immanuel: emmanuel manuel; inez: agnes; irvin:
irving; irwin: erwin; isaac: zeke; isabel: bella; isabella: bella; isabelle: bella; isadora: dora; ivan:
john; jacobus: jacob; jalen: al alen haylen jaelin jaelyn jailyn jaylin jaylyn len lennie lenny; jamey:
james jamie; jane: jean jessie; janet: jessie; jasper: casper; jean: jane; jeanette: janet jean jessie;
jeanne: jane; jennet: jessie; jerry: geri gerry; jessie: jane janet; jincy: jane; jinsy: jane; joanna:
hannah joan jody; johann: john; johannah: hannah joan jody; johannes: john jonathan; john: ian jon;
johnathan: john johnathon jonathan jonathon nathan; johnathon: john johnathan jonathan jonathon; jon: john;
jonathan: john johnathan johnathon jonathon nathan; jonathon: john johnathan johnathon jonathan; joseph:
jody; josephine: jody; josey: josophine; joshua: joe; josophine: josey; joyce: joy; judith: juda jude;
julia: jill julie; julie: julia; june: junius; junior: june junie; justin: justina juston justus; kalli:
cali kali; karla: carla; katarina: catherine tina; kate: kay; katelin: kay; katelyn: kay kaye; katherine:
cassie kay kaye lena; kathleen: cassie kay kit lena; katia: kate; katy: kate; kayla: kay; kelley: kelli
kellie kelly; kendall: kenny; kendra: kay kenji kenny; kendrik: kenny; kenneth: kendrick; kent: kendrick
kenny; kerry: kerri; kimberley: kimberly; kimberly: kimberley; kris: chris; kristy: chris; lamont: monty;
latisha: tisha; laurence: lorne; laurinda: laura lawrence; laverne: verna vernon; lawrence: lorne; leanne:
annie; lena: ellen; lenora: lee nora; leo: leon; leonard: leon lineau; leonidas: lee leon; leonora: nell
nora; leonore: elenor honor nora; leroy: lee; levi: lee; lil: lilly lily; lillah: lil lilly lily; lilly: lil
lily; linda: lynn; lindsay: lindsey lindsie lindsy; lindy: lynn; lionel: leon; lisa: liz; lois: lou louise;
louis: lewis louise; louisa: eliza lois lou; louise: eliza lois; lucas: luke; lucia: lucius lucy; lucias:
luke; lucille: lou; lucinda: lou; luella: ella; luke: lucas; luther: luke; lyndon: lindy lynn; mabel:
mehitabel; mack: mac; madeline: lena magda maggie maud; magdalena: lena maggie; magdelina: lena magda
maggie; makayla: kayla; manda: mandy; mandie: amanda; manerva: minerva; manny: manuel; manoah: noah; manuel:
emanuel manny; marcus: mark; margaret: daisy margery rita; margaretta: daisy margery rita; margarita: daisy
greta megan rita; marge: margery; marguerite: peggy; mariah: maria mary; marian: marianna marion; marie: mae
mary; marietta: mae maria mariah marie marion mary maureen may mercy minnie mitzi mollie molly polly;
marilyn: mary; marion: mary; marsha: marcia mary; martha: mat patsy patty; mary: mae mamie marie mitzi molly
polly; mathilda: patty; matilda: maud; maud: middy; maureen: mary; mckenna: ken kenna; medora: dora;
mehitabel: mabel; melchizedek: dick; melinda: linda lynn; melissa: lisa; mercedes: mercy sadie; michael:
micah; miguel: michael; mike: mick; millicent: missy; minerva: minnie; minnie: wilhelmina; miranda: mandy;
miriam: mitzi mitzie; mitzi: mary; monet: nettie; montesque: monty; montgomery: gum; monty: lamont; moses:
amos; nancy: ann; napoleon: leon; nathaniel: nathan; nicholette: cole nicole; nicole: cole; nowell: noel;
obedience: biddie; olive: ollie; olivia: livia; orlando: roland; oswald: waldo; pandora: dora; parmelia:
amelia; patience: patty; patricia: trisha; patrick: patsy peter; patsy: patty; paul: polly; paula: lina
polly; paulina: lina polly; pauline: polly; pheney: josephine; philinda: linda lindy; philipina: phoebe;
prescott: scott; rachel: rachael; raphael: ralph; reba: becca beck; rebecca: reba; reynold: reginald;
rhodella: della; rich: dick rick; ricky: dick rich; robert: bill billy rupert; roberta: bert roby; roderick:
erick; rodger: bobby roger; roger: bobby rodger; roland: orlando; rosa: rose; rosabel: rosa rose; rosabella:
bella rosa rose; rosaenn: ann; rosaenna: ann; rosalinda: linda rosa rose; rosalyn: linda rosa rose; roseann:
ann rose; roseanna: ann rose; roseanne: ann; rosemary: marie mary rose rosemarie; roxanna: ann rose;
roxanne: ann rose; rudolph: rolf; salvador: sally; samyra: myra sam; sandra: cassandra; sanford: sandy;
sarah: sadie sally sara; savannah: anna savanna; selma: anselm; serena: rena; shaina: sha; shaun: shawn;
shawn: shaun; sheila: cecilia; shelton: tony; sheridan: danny; sheryl: cheri cherie sheri sherri sherry
sherryl; shirley: lee sherry; sibbilla: sybill; simon: sion; solomon: saul; sondra: dre; sophia: sophie;
sophronia: sophia; stacey: stacie stacy; stacie: stacey stacy; stephanie: annie stephany stephine; susan:
hannah; susannah: hannah; tammie: tammy; tammy: tammie; terri: terry; theodora: dora; theodosia: dosia theo
theodosius; theresa: thirza thursa traci tracie tracy; thom: tom; trish: trisha; unice: eunice; valentina:
vallie; valeri: valerie; veronica: ron ronny; vic: vicki; vincenzo: vic; virginia: jane jennie; waldo: ossy;
wilda: willie; wilhelmina: minnie wilma; will: bill fred; william: bela bell; willie: fred; willis: bill;
wilma: william; woodrow: drew; zach: zack; zachariah: zeke; zachary: zeke; zachery: zeke; zack: zach;
`;

function pairsOf(entries: string): ReadonlyMap<string, ReadonlySet<string>> {
  const pairs = new Map<string, Set<string>>();
  const add = (name: string, other: string): void => {
    const others = pairs.get(name) ?? new Set();
    pairs.set(name, others.add(other));
  };
  for (const [, name = '', shortForms = ''] of entries.matchAll(/(\w+):([\w\s]+);/g)) {
    for (const shortForm of shortForms.trim().split(/\s+/)) {
      add(name, shortForm);
      add(shortForm, name);
    }
  }
  return pairs;
}

const confirmedPairs = pairsOf(reviewed);
const possiblePairs = pairsOf(unreviewed);

/**
 * Returns whether one first name is a nickname of the other; both are plain names (lower case, no marks).
 * @returns `confirmed` for a reviewed pair, `possible` for one that no one confirmed
 */
export function nicknameOf(a: string, b: string): 'confirmed' | 'possible' | undefined {
  if (confirmedPairs.get(a)?.has(b) === true) return 'confirmed';
  return possiblePairs.get(a)?.has(b) === true ? 'possible' : undefined;
}
