// properties/bench/peers/peer.go -- the collector of Go: concurrent, and it moves nothing.
//
// Objects have the slots and the bytes that the graph asks for. runtime.GC marks and sweeps before
// it returns; how much it marked it does not tell. So the count is of objects that can be reached,
// and after a drop the memory in use must have fallen too. Its one argument is the number of
// threads.

package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unsafe"
)

// The number of the last walk that came here, and the shape.
type head struct{ walked, shape uint32 }

type sized64 struct {
	head
	slots [4]unsafe.Pointer
	rest  [3]uint64
}
type sized80 struct {
	head
	slots [4]unsafe.Pointer
	rest  [5]uint64
}
type sized96 struct {
	head
	slots [4]unsafe.Pointer
	rest  [7]uint64
}
type sized112 struct {
	head
	slots [4]unsafe.Pointer
	rest  [9]uint64
}
type sized128 struct {
	head
	slots [4]unsafe.Pointer
	rest  [11]uint64
}
type owner struct {
	head
	slots [50]unsafe.Pointer
	rest  [5]uint64
}
type child struct {
	head
	slots [2]unsafe.Pointer
	rest  [9]uint64
}
type asset struct {
	head
	slots [1]unsafe.Pointer
	rest  [10]uint64
}
type link struct {
	head
	slots [1]unsafe.Pointer
	rest  [6]uint64
}

// Of each number of kShapes in properties/bench/graph/graph.h.
var slotsOf = [...]int{4, 4, 4, 4, 4, 50, 2, 1, 1}

func made(shape uint32) unsafe.Pointer {
	var object unsafe.Pointer
	switch shape {
	case 0:
		object = unsafe.Pointer(new(sized64))
	case 1:
		object = unsafe.Pointer(new(sized80))
	case 2:
		object = unsafe.Pointer(new(sized96))
	case 3:
		object = unsafe.Pointer(new(sized112))
	case 4:
		object = unsafe.Pointer(new(sized128))
	case 5:
		object = unsafe.Pointer(new(owner))
	case 6:
		object = unsafe.Pointer(new(child))
	case 7:
		object = unsafe.Pointer(new(asset))
	case 8:
		object = unsafe.Pointer(new(link))
	default:
		panic(fmt.Sprintf("expected a shape from 0 to 8, and not %d", shape))
	}
	(*head)(object).shape = shape
	return object
}

func slot(object unsafe.Pointer, number int) *unsafe.Pointer {
	return (*unsafe.Pointer)(unsafe.Add(object, 8+8*number))
}

var (
	shapes, targets, keptNumbers, droppedNumbers []uint32
	kept, dropped                                []unsafe.Pointer
	sink                                         unsafe.Pointer
	walk                                         uint32
)

func read(file string) error {
	from, err := os.Open(file)
	if err != nil {
		return err
	}
	defer from.Close()
	var start [5]uint32
	buffered := bufio.NewReaderSize(from, 1<<20)
	if err := binary.Read(buffered, binary.LittleEndian, &start); err != nil {
		return err
	}
	if start[0] != 0x31475254 {
		return fmt.Errorf("%s: holds no graph", file)
	}
	for i, words := range []*[]uint32{&shapes, &targets, &keptNumbers, &droppedNumbers} {
		*words = make([]uint32, start[i+1])
		if err := binary.Read(buffered, binary.LittleEndian, *words); err != nil {
			return fmt.Errorf("%s: ends before its graph does", file)
		}
	}
	return nil
}

func connect(objects []unsafe.Pointer) {
	first := 0
	for i, shape := range shapes {
		slots := slotsOf[shape]
		if objects[i] != nil {
			for number := 0; number < slots; number++ {
				if target := targets[first+number]; target != 0 {
					*slot(objects[i], number) = objects[target-1]
				}
			}
		}
		first += slots
	}
}

func chosen(numbers []uint32, objects []unsafe.Pointer) []unsafe.Pointer {
	roots := make([]unsafe.Pointer, len(numbers))
	for i, number := range numbers {
		roots[i] = objects[number]
	}
	return roots
}

func build() []unsafe.Pointer {
	objects := make([]unsafe.Pointer, len(shapes))
	for i, shape := range shapes {
		objects[i] = made(shape)
	}
	connect(objects)
	kept = chosen(keptNumbers, objects)
	dropped = chosen(droppedNumbers, objects)
	return objects
}

func count() int {
	walk++
	reached := 0
	var frontier []unsafe.Pointer
	reach := func(object unsafe.Pointer) {
		if object == nil || (*head)(object).walked == walk {
			return
		}
		(*head)(object).walked = walk
		frontier = append(frontier, object)
	}
	for _, roots := range [][]unsafe.Pointer{kept, dropped} {
		for _, root := range roots {
			reach(root)
		}
	}
	for len(frontier) > 0 {
		object := frontier[len(frontier)-1]
		frontier = frontier[:len(frontier)-1]
		reached++
		for number := 0; number < slotsOf[(*head)(object).shape]; number++ {
			reach(*slot(object, number))
		}
	}
	return reached
}

func since(began time.Time) float64 { return float64(time.Since(began).Nanoseconds()) / 1e6 }

func used() uint64 {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return memory.HeapAlloc
}

func trace() string {
	began := time.Now()
	runtime.GC()
	whole := since(began)
	return fmt.Sprintf("done whole=%.6f count=%d", whole, count())
}

// The odd numbers are those that the dropped roots keep (HalvesGraph).
func halve() string {
	runtime.GC()
	before := used()
	dropped = nil
	began := time.Now()
	runtime.GC()
	collect := since(began)
	if used() > before/4*3 {
		return "failed the memory of what was dropped is still in use"
	}
	alive := count()
	objects := make([]unsafe.Pointer, len(shapes))
	began = time.Now()
	for i := 1; i < len(objects); i += 2 {
		objects[i] = made(shapes[i])
	}
	refill := since(began)
	connect(objects)
	dropped = chosen(droppedNumbers, objects)
	return fmt.Sprintf("done collect=%.6f refill=%.6f count=%d", collect, refill, alive)
}

// Collections begin when the collector wants them, as in a program that sets nothing.
func litter(objects int) string {
	debug.SetGCPercent(100)
	defer debug.SetGCPercent(-1)
	began := time.Now()
	for i := 0; i < objects; i++ {
		sink = unsafe.Pointer(new(sized64))
	}
	total := since(began)
	sink = nil
	return fmt.Sprintf("done total=%.6f count=%d", total, count())
}

// The numbers of bench::Random.
var state uint64 = 66

func below(bound int) int {
	state += 0x9e3779b97f4a7c15
	mixed := state
	mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9
	mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb
	mixed ^= mixed >> 31
	return int(((mixed >> 32) * uint64(bound)) >> 32)
}

func frame(objects []unsafe.Pointer, holdsNew []bool, stores int) {
	for i := 0; i < stores; i++ {
		holder, target := below(len(objects)), below(len(objects))
		holdsNew[holder] = i%10 == 0
		if i%10 == 0 {
			fresh := made(0)
			*slot(fresh, 3) = objects[target]
			*slot(objects[holder], 3) = fresh
		} else {
			*slot(objects[holder], 3) = objects[target]
		}
	}
}

// One collection after another, beside the frames.
func frames(frameCount int, stores int, milliseconds float64) string {
	objects := build()
	holdsNew := make([]bool, len(objects))
	var over atomic.Bool
	ended := make(chan struct{})
	go func() {
		for !over.Load() {
			runtime.GC()
		}
		close(ended)
	}()
	line := "done frame="
	start := time.Now()
	for i := 0; i < frameCount; i++ {
		began := time.Now()
		frame(objects, holdsNew, stores)
		if i > 0 {
			line += ","
		}
		line += strconv.FormatFloat(since(began), 'f', 6, 64)
		time.Sleep(time.Duration(milliseconds*1e6*float64(i+1)) - time.Since(start))
	}
	over.Store(true)
	<-ended
	alive := count()
	for _, one := range holdsNew {
		if one {
			alive--
		}
	}
	return line + fmt.Sprintf(" count=%d", alive)
}

func answer(line string) string {
	words := strings.Fields(line)
	number := func(at int) int {
		value, _ := strconv.Atoi(words[at])
		return value
	}
	switch {
	case words[0] == "build":
		if err := read(line[len("build "):]); err != nil {
			return "failed " + err.Error()
		}
		build()
		runtime.GC()
		return "ready"
	case words[0] == "trace":
		return trace()
	case words[0] == "halve":
		return halve()
	case words[0] == "litter" && len(words) == 2:
		return litter(number(1))
	case words[0] == "frames" && len(words) == 5:
		milliseconds, _ := strconv.ParseFloat(words[3], 64)
		return frames(number(1), number(2), milliseconds)
	default:
		return "cannot do this: " + line
	}
}

func main() {
	if len(os.Args) == 2 {
		if threads, err := strconv.Atoi(os.Args[1]); err == nil {
			runtime.GOMAXPROCS(threads)
		}
	}
	// Collections begin when they are asked for.
	debug.SetGCPercent(-1)
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() && in.Text() != "quit" {
		fmt.Println(strings.ReplaceAll(answer(in.Text()), "\n", " "))
	}
}
